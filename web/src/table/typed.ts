//! Explanations of typed moves in SAN or UCI that are illegal or unreadable.
import type { Explanation, Game } from '../lib/rules';
import { asSentence } from '../lib/sentence';

/** Returns the rules' explanation of a text. A text that is not a move is treated like an illegal move. */
export function explained(game: Pick<Game, 'explain'>, text: string, language: string): Explanation {
  try {
    return game.explain(text);
  } catch (error) {
    return { legal: false, text: asSentence((error as Error).message, language), squares: [], events: [] };
  }
}
