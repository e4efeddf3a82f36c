//! Formats a diagnostic of the rules as a sentence for players, with a capital letter, quotes, and a full stop.

const QUOTES: Readonly<Record<string, readonly [string, string]>> = { de: ['„', '“'] };
const ENGLISH: readonly [string, string] = ['“', '”'];

// A leading word is capitalized; a move such as `e2–e5` is not.
const FIRST_WORD = /^\p{Ll}+(?=[\s,-])/u;
// A rejection ends with its rule, after the full stop.
const ENDED = /(?:[.!?…]|\. \([\w.]+\))$/u;

/** Returns the diagnostic with a capital letter, quotes in place of backticks, and a full stop. */
export function asSentence(diagnostic: string, language: string): string {
  const [open, close] = QUOTES[language] ?? ENGLISH;
  const said = diagnostic
    .trim()
    .replace(/`([^`]*)`/g, `${open}$1${close}`)
    .replace(FIRST_WORD, (word) => word.charAt(0).toLocaleUpperCase(language) + word.slice(1));
  return said === '' || ENDED.test(said) ? said : `${said}.`;
}
