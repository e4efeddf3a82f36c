//! Explanations of typed moves in SAN or UCI that are illegal or unreadable.
import type { Explanation, Game } from '../lib/rules';
import { asSentence } from '../lib/sentence';

/** The letters of SAN for the letters of a language. None of these is a letter of SAN itself. */
const LETTERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { S: 'N', L: 'B', T: 'R', D: 'Q' },
};

/** Returns a move in the piece letters of a language, such as *Sf3* in German, with those of SAN. */
export function withSanLetters(text: string, language: string): string {
  const letters = LETTERS[language];
  if (!letters) return text;
  const one = `[${Object.keys(letters).join('')}]`;
  const replaced = (letter: string): string => letters[letter] ?? letter;
  return text
    .replace(new RegExp(`^${one}(?=[a-z\\d]*\\d)`), replaced)
    .replace(new RegExp(`(?<=[\\d=/(])${one}(?=\\)?[+#!?]*$)`), replaced);
}

function read(game: Pick<Game, 'explain'>, text: string, language: string): Explanation {
  try {
    return game.explain(text);
  } catch (error) {
    return { legal: false, text: asSentence((error as Error).message, language), squares: [], events: [] };
  }
}

/**
 * Returns the rules' explanation of a text. A text that is not a move is treated like an illegal move. The piece letters
 * of the language are accepted next to those of SAN.
 */
export function explained(game: Pick<Game, 'explain'>, text: string, language: string): Explanation {
  const answer = read(game, text, language);
  const translated = withSanLetters(text, language);
  return answer.legal || translated === text ? answer : read(game, translated, language);
}
