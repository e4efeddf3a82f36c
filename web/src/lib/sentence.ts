//! A diagnostic of the rules as a sentence for players. Knows nothing of what went wrong, nor of where it is shown.

const QUOTES: Readonly<Record<string, readonly [string, string]>> = { de: ['„', '“'] };
const ENGLISH: readonly [string, string] = ['“', '”'];

// A word in front takes a capital; a move such as `e2–e5` stays as it is.
const FIRST_WORD = /^\p{Ll}+(?=[\s,-])/u;
// A refusal ends with the rule that it follows from, after its full stop.
const ENDED = /(?:[.!?…]|\. \([\w.]+\))$/u;

/** The diagnostic with a capital, quotes for back-ticks, and a full stop. */
export function asSentence(diagnostic: string, language: string): string {
  const [open, close] = QUOTES[language] ?? ENGLISH;
  const said = diagnostic
    .trim()
    .replace(/`([^`]*)`/g, `${open}$1${close}`)
    .replace(FIRST_WORD, (word) => word.charAt(0).toLocaleUpperCase(language) + word.slice(1));
  return said === '' || ENDED.test(said) ? said : `${said}.`;
}
