//! Moves that a player makes before it is their turn. The rules check each of them when it comes up, and not before: nobody
//! knows the position then.
import type { Color, LegalMove, PlacedPiece, Snapshot } from '../lib/rules';

export interface Premove {
  readonly from: string;
  readonly to: string;
}

/** Where the pieces would stand after these moves, as far as one can tell. */
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

/** Whether a side has a piece on a square after these moves. */
export const isOwn = (pieces: readonly PlacedPiece[], square: string, side: Color): boolean =>
  pieces.some((piece) => piece.square === square && piece.color === side);

/** The position with the pieces where they would stand. Nothing in it can be played. */
export function imagined(snapshot: Snapshot, premoves: readonly Premove[]): Snapshot {
  if (premoves.length === 0) return snapshot;
  const pieces = [...piecesAfter(snapshot.pieces, premoves)];
  const moved = new Set(premoves.flatMap(({ from, to }) => [from, to]));
  const text = premoves.map(({ from, to }) => from + to).join(' ');
  return {
    ...snapshot,
    pieces,
    // Another text for another picture: boards tell positions apart by it.
    fen: `${snapshot.fen} ${text}`,
    moves: snapshot.moves.filter(({ from }) => !moved.has(from)),
    checkers: [],
    threats: [],
  };
}

/** The legal moves that a premove can mean. */
export const movesMeant = ({ moves }: Snapshot, { from, to }: Premove): LegalMove[] =>
  moves.filter((move) => move.from === from && move.to === to);
