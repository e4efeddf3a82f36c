//! Conversion of a puzzle to a game record: the mistake and the solution, with the solver's other moves as variations.
import type { GameRecord, RecordedMove } from '../../game/record';
import type { Puzzle } from './puzzles';

/** A move of the solver that differs from the solution. */
export interface Try {
  /** The number of moves before it. */
  readonly at: number;
  readonly uci: string;
}

/** The annotation glyph `?`. */
const MISTAKE = 2;

/** Converts a puzzle to a game for stepping through and for analysis. */
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
