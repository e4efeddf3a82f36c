//! Pieces with a stable identity, so that their movement can be animated.
import type { Color, Event, Role, PlacedPiece } from '../../lib/rules';
import { spotOf } from './arrangement';

export interface TrackedPiece extends PlacedPiece {
  /** Constant for as long as the piece is on the board. */
  id: number;
}

let lastId = 0;
const fresh = (placed: PlacedPiece): TrackedPiece => {
  lastId += 1;
  return { ...placed, id: lastId };
};

const isOf = (piece: TrackedPiece, placed: { color: Color; role: Role }): boolean =>
  piece.color === placed.color && piece.role === placed.role;

function distance(one: string, other: string): number {
  const [from, to] = [spotOf(one), spotOf(other)];
  if (!from || !to) return Infinity;
  return Math.hypot(from.file - to.file, from.rank - to.rank, 2 * (from.level - to.level));
}

/** Returns the pieces after one event. */
export function afterEvent(pieces: readonly TrackedPiece[], event: Event): TrackedPiece[] {
  switch (event.kind) {
    case 'moved':
    case 'pushed':
    case 'pulled':
      return pieces.map((piece) =>
        piece.square === event.from && isOf(piece, event) ? { ...piece, square: event.to } : piece,
      );
    case 'taken':
    case 'removed':
      return pieces.filter((piece) => !(piece.square === event.at && piece.color === event.color));
    case 'transformed':
    case 'promoted':
      return pieces.map((piece) =>
        piece.square === event.at && isOf(piece, event)
          ? { ...piece, role: event.becomes, marked: false }
          : piece,
      );
    case 'ejected':
    case 'absorbed':
      return [...pieces];
  }
}

/** Matches pieces to a position: unmoved ones keep their place, the others come from the nearest free match. */
export function settled(pieces: readonly TrackedPiece[], standing: readonly PlacedPiece[]): TrackedPiece[] {
  const free = new Set(pieces);
  const found = new Map<PlacedPiece, TrackedPiece>();
  const take = (placed: PlacedPiece, piece: TrackedPiece | undefined): void => {
    if (!piece) return;
    free.delete(piece);
    found.set(placed, { ...placed, id: piece.id });
  };
  for (const placed of standing) {
    take(
      placed,
      pieces.find((piece) => piece.square === placed.square && isOf(piece, placed)),
    );
  }
  for (const placed of standing.filter((placed) => !found.has(placed))) {
    const fitting = [...free].filter((piece) => isOf(piece, placed));
    fitting.sort((one, other) => distance(one.square, placed.square) - distance(other.square, placed.square));
    take(placed, fitting[0]);
  }
  const next = standing.map((placed) => found.get(placed) ?? fresh(placed));
  // A stable order keeps the elements of the pieces in place, so that animations are not interrupted.
  return next.sort((one, other) => one.id - other.id);
}
