//! Moves by text: SAN or UCI.
import type { Explanation, Game } from '../lib/rules';

/** What the rules say of a text. One that is no move at all is refused like a move that is not possible. */
export function explained(game: Pick<Game, 'explain'>, text: string): Explanation {
  try {
    return game.explain(text);
  } catch (error) {
    return { legal: false, text: `${(error as Error).message}.`, squares: [], events: [] };
  }
}
