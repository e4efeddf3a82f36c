//! Premoves. The rules check each of them only when it is due, because the position is unknown before.
import type { Color, LegalMove, PlacedPiece, Snapshot } from '../lib/rules';

export interface Premove {
  readonly from: string;
  readonly to: string;
}

/** Returns the presumed placement of the pieces after these moves. */
export function piecesAfter(
  pieces: readonly PlacedPiece[],
  premoves: readonly Premove[],
): readonly PlacedPiece[] {
  return premoves.reduce<readonly PlacedPiece[]>((standing, { from, to }) => {
    const mover = standing.find(({ square }) => square === from);
    if (!mover) return standing;
    const others = standing.filter(({ square }) => square !== from && square !== to);
    return [...others, { ...mover, square: to }];
  }, pieces);
}

/** Returns true if a side has a piece on a square after these moves. */
export const isOwn = (pieces: readonly PlacedPiece[], square: string, side: Color): boolean =>
  pieces.some((piece) => piece.square === square && piece.color === side);

/** Returns the position with the pieces moved by the premoves. It has no legal moves. */
export function imagined(snapshot: Snapshot, premoves: readonly Premove[]): Snapshot {
  if (premoves.length === 0) return snapshot;
  const pieces = [...piecesAfter(snapshot.pieces, premoves)];
  const moved = new Set(premoves.flatMap(({ from, to }) => [from, to]));
  const text = premoves.map(({ from, to }) => from + to).join(' ');
  return {
    ...snapshot,
    pieces,
    // Boards compare positions by their FEN, so a different picture needs a different text.
    fen: `${snapshot.fen} ${text}`,
    moves: snapshot.moves.filter(({ from }) => !moved.has(from)),
    checkers: [],
    threats: [],
  };
}

/** Returns the legal moves that match a premove. */
export const movesMeant = ({ moves }: Snapshot, { from, to }: Premove): LegalMove[] =>
  moves.filter((move) => move.from === from && move.to === to);
