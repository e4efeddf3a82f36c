//! Formats engine lines as readable moves. The rules supply the notation and the positions.
import type { Game, Report, Score, Snapshot } from '../../../lib/rules';

export interface LineMove {
  uci: string;
  san: string;
}

/** The number of moves shown per line. */
const SHOWN = 12;

/** Calls `act` with a copy of a game and frees the copy afterwards. */
function aside<T>(game: Game, act: (copy: Game) => T): T {
  const copy = game.clone();
  try {
    return act(copy);
  } finally {
    copy.free();
  }
}

/** Returns the first moves of a line from the current position, up to an illegal one. */
export function readLine(game: Game, moves: readonly string[]): LineMove[] {
  return aside(game, (copy) => {
    const line: LineMove[] = [];
    for (const uci of moves.slice(0, SHOWN)) {
      try {
        line.push({ uci, san: copy.play(uci).san });
      } catch {
        break;
      }
    }
    return line;
  });
}

/** Returns the position after some moves. */
export function positionAfter(game: Game, moves: readonly string[]): Snapshot {
  return aside(game, (copy) => {
    for (const uci of moves) copy.play(uci);
    return copy.snapshot();
  });
}

/** Converts a score for the side to move to one for White. */
export function forWhite(score: Score, turn: 'white' | 'black'): Score {
  return turn === 'white' ? score : { ...score, value: -score.value };
}

/** Formats the score of a line for White. */
export function scoreText(
  { score, bound }: Pick<Report, 'score' | 'bound'>,
  turn: 'white' | 'black',
  format: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const { kind, value } = forWhite(score, turn);
  const sign = { exact: '', lower: turn === 'white' ? '≥' : '≤', upper: turn === 'white' ? '≤' : '≥' }[bound];
  if (kind === 'mate') {
    // Mate in zero: the side to move has already lost.
    const isWhites = value === 0 ? turn === 'black' : value > 0;
    return `${sign}${isWhites ? '+' : '−'}#${Math.abs(value)}`;
  }
  const pawns = format(Math.abs(value) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${sign}${value > 0 ? '+' : value < 0 ? '−' : ''}${pawns}`;
}
