//! A rough estimate of a new password, for a hint while it is typed. The server refuses the common ones.

/** The server's limits, in characters. */
export const PASSWORD_LENGTH = { least: 8, most: 256 } as const;

export type PasswordState = 'short' | 'long' | 'weak' | 'fair' | 'good';

/** The number of different characters below which a password is weak. */
const LEAST_VARIETY = 5;
const GOOD_LENGTH = 15;
/** Shorter names occur in many passwords by accident. */
const SHORTEST_NAME = 3;

/** Returns true if each character follows the previous one, as in `abcdefgh` and `87654321`. */
function isSequence(characters: readonly string[]): boolean {
  const steps = characters
    .slice(1)
    .map((one, at) => (one.codePointAt(0) ?? 0) - (characters[at]?.codePointAt(0) ?? 0));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

/** Returns the part of a password that the name of its account does not give away. */
const withoutName = (password: string, name: string): string =>
  name.length < SHORTEST_NAME ? password : password.toLowerCase().replaceAll(name.toLowerCase(), '');

/** Estimates a password of an account. */
export function passwordState(password: string, name: string): PasswordState {
  const characters = Array.from(password.normalize('NFC'));
  if (characters.length < PASSWORD_LENGTH.least) return 'short';
  if (characters.length > PASSWORD_LENGTH.most) return 'long';
  const isRepeated = /^(.+?)\1+$/u.test(password);
  if (isRepeated || isSequence(characters) || new Set(withoutName(password, name)).size < LEAST_VARIETY)
    return 'weak';
  return characters.length < GOOD_LENGTH ? 'fair' : 'good';
}
