//! Premoves onto a square where a piece of one's own stands: they recapture what may take it there.
import { other } from '../game/color';
import { newGame, readDraft, writeDraft, type Color, type PlacedPiece } from '../lib/rules';

/** Whether the piece on one square could take on the other, had the opponent just captured there. As the position is only a
 *  guess, what the rules refuse as a position counts as no. */
export function canRetake(
  variant: string,
  fen: string,
  pieces: readonly PlacedPiece[],
  side: Color,
  [from, to]: readonly [string, string],
): boolean {
  const lost = pieces.find(({ square }) => square === to);
  if (lost?.color !== side || lost.role === 'king') return false;
  // A knight may stand on every square.
  const taker = { ...lost, color: other(side), role: 'knight' as const, marked: false };
  const draft = readDraft(variant, fen, 'en');
  delete draft.enPassant;
  try {
    const standing = pieces.map((piece) => (piece === lost ? taker : piece));
    const guess = writeDraft(variant, { ...draft, pieces: standing, turn: side, castling: '' });
    const game = newGame(variant, 'en', guess);
    const { moves } = game.snapshot();
    game.free();
    return moves.some((move) => move.from === from && move.to === to);
  } catch {
    return false;
  }
}
