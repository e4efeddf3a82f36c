//! Units that keep their identity while they move, so that they can be seen moving.
import type { Color, Event, Role, Unit } from '../lib/rules';
import { spotOf } from './arrangement';

export interface Piece extends Unit {
  /** Stays the same for as long as the unit is on the board. */
  id: number;
}

let lastId = 0;
const fresh = (unit: Unit): Piece => {
  lastId += 1;
  return { ...unit, id: lastId };
};

const isOf = (piece: Piece, unit: { color: Color; role: Role }): boolean =>
  piece.color === unit.color && piece.role === unit.role;

function distance(one: string, other: string): number {
  const [from, to] = [spotOf(one), spotOf(other)];
  if (!from || !to) return Infinity;
  return Math.hypot(from.file - to.file, from.rank - to.rank, 2 * (from.level - to.level));
}

/** The pieces after one event. */
export function afterEvent(pieces: readonly Piece[], event: Event): Piece[] {
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

/** Exactly these units. Units that stand where they stood stay, others come from the nearest that fits and is free. */
export function settled(pieces: readonly Piece[], units: readonly Unit[]): Piece[] {
  const free = new Set(pieces);
  const found = new Map<Unit, Piece>();
  const take = (unit: Unit, piece: Piece | undefined): void => {
    if (!piece) return;
    free.delete(piece);
    found.set(unit, { ...unit, id: piece.id });
  };
  for (const unit of units) {
    take(
      unit,
      pieces.find((piece) => piece.square === unit.square && isOf(piece, unit)),
    );
  }
  for (const unit of units.filter((unit) => !found.has(unit))) {
    const fitting = [...free].filter((piece) => isOf(piece, unit));
    fitting.sort((one, other) => distance(one.square, unit.square) - distance(other.square, unit.square));
    take(unit, fitting[0]);
  }
  const next = units.map((unit) => found.get(unit) ?? fresh(unit));
  // A steady order keeps the elements of the pieces in place, so that their movement is not cut short.
  return next.sort((one, other) => one.id - other.id);
}
