//! Secrets as text, for people who cannot scan a code or who print it.

const GROUP = 4;

/** Returns a secret in groups of four characters, which are easier to type. */
export const inGroups = (secret: string): string =>
  (secret.match(new RegExp(`.{1,${String(GROUP)}}`, 'g')) ?? []).join(' ');

/** Returns the content of a file of recovery codes. */
export const codesFile = (title: string, codes: readonly string[]): string =>
  [title, '', ...codes, ''].join('\n');
