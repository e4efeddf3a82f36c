//! A puzzle as a game: the mistake and the solution, with the solver's other moves as variations.
import type { GameRecord, RecordedMove } from '../../game/record';
import type { Puzzle } from './puzzles';

/** A move of the solver's that is not the solution's. */
export interface Try {
  /** The number of moves before it. */
  readonly at: number;
  readonly uci: string;
}

/** The annotation `?`. */
const MISTAKE = 2;

/** The game with which a puzzle is stepped through and analyzed. */
export function recordOf(
  variant: string,
  { fen, moves }: Pick<Puzzle, 'fen' | 'moves'>,
  tries: readonly Try[],
  name: string,
): GameRecord {
  const line = moves.map((move, at): RecordedMove => {
    const others = [...new Set(tries.filter((one) => one.at === at).map(({ uci }) => uci))];
    return {
      move,
      ...(at === 0 ? { nags: [MISTAKE] } : {}),
      ...(others.length > 0 ? { variations: others.map((uci) => [{ move: uci }]) } : {}),
    };
  });
  return { variant, fen, headers: [['Event', name]], moves: line, result: '*' };
}
