//! Moves by text: SAN or UCI.
import type { Explanation, Game } from '../lib/rules';
import { asSentence } from '../lib/sentence';

/** What the rules say of a text. One that is no move at all is refused like an illegal move. */
export function explained(game: Pick<Game, 'explain'>, text: string, language: string): Explanation {
  try {
    return game.explain(text);
  } catch (error) {
    return { legal: false, text: asSentence((error as Error).message, language), squares: [], events: [] };
  }
}
