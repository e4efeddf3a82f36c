//! Explanations of a puzzle's winning moves, in the words of the rules.
import { newGame, type Cause } from '../../lib/rules';
import type { PuzzleCause, Puzzle } from './puzzles';

export interface Reason extends Cause {
  /** The solver's move, in SAN. */
  readonly san: string;
  /** True for the last move of the solution. */
  readonly isLast: boolean;
}

const isMeant = (owed: PuzzleCause, { theme, squares }: Cause): boolean =>
  theme === owed.theme && squares.join() === (owed.squares ?? []).join();

/** Returns the effects that the solution depends on, as found by a search and described by the current rules. */
export function reasonsOf(variant: string, puzzle: Puzzle, language: string): Reason[] {
  if (puzzle.causes.length === 0) return [];
  const game = newGame(variant, language, puzzle.fen);
  const reasons: Reason[] = [];
  for (const [at, uci] of puzzle.moves.entries()) {
    const owed = puzzle.causes.filter(({ turn }) => 2 * turn - 1 === at);
    const causes = owed.length === 0 ? [] : game.causes(uci);
    const { san } = game.play(uci);
    const isLast = at === puzzle.moves.length - 1;
    for (const one of owed) {
      const cause = causes.find((cause) => isMeant(one, cause));
      if (cause) reasons.push({ ...cause, san, isLast });
    }
  }
  game.free();
  return reasons;
}
