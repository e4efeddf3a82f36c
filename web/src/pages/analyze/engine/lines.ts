//! A line of the engine as moves to read. The rules say what each move is called and where it leads.
import type { Game, Report, Score, Snapshot } from '../../../lib/rules';

export interface LineMove {
  uci: string;
  san: string;
}

/** As many moves of a line as are shown. */
const SHOWN = 12;

/** Plays moves on a copy of a game, and gives its memory back afterwards. */
function aside<T>(game: Game, act: (copy: Game) => T): T {
  const copy = game.clone();
  try {
    return act(copy);
  } finally {
    copy.free();
  }
}

/** The first moves of a line from where the game stands; up to one that is not legal there. */
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

/** The position behind some moves. */
export function positionAfter(game: Game, moves: readonly string[]): Snapshot {
  return aside(game, (copy) => {
    for (const uci of moves) copy.play(uci);
    return copy.snapshot();
  });
}

/** A score for the side to move as one for White. */
export function forWhite(score: Score, turn: 'white' | 'black'): Score {
  return turn === 'white' ? score : { ...score, value: -score.value };
}

/** The score of a line as it is printed, seen from White's side. */
export function scoreText(
  { score, bound }: Pick<Report, 'score' | 'bound'>,
  turn: 'white' | 'black',
  format: (value: number, options: Intl.NumberFormatOptions) => string,
): string {
  const { kind, value } = forWhite(score, turn);
  const sign = { exact: '', lower: turn === 'white' ? '≥' : '≤', upper: turn === 'white' ? '≤' : '≥' }[bound];
  if (kind === 'mate') {
    // Zero moves: the side to move has lost already.
    const isWhites = value === 0 ? turn === 'black' : value > 0;
    return `${sign}${isWhites ? '+' : '−'}#${Math.abs(value)}`;
  }
  const pawns = format(Math.abs(value) / 100, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return `${sign}${value > 0 ? '+' : value < 0 ? '−' : ''}${pawns}`;
}
