//! Squares that a position sets off by itself.
import type { Played, Snapshot } from '../../lib/rules';

/** Where the last move led from and to, each square once. */
export function passedSquares(last: Played | undefined): string[] {
  const passed = (last?.events ?? []).flatMap(({ event }) =>
    event.kind === 'moved' ? [event.from, event.to] : [],
  );
  return [...new Set(passed)];
}

/** The way of a piece that a move pushed or pulled. */
export interface Displacement {
  from: string;
  to: string;
}

/** What the last move displaced besides the piece that moved. */
export function displacements(last: Played | undefined): Displacement[] {
  return (last?.events ?? []).flatMap(({ event }) =>
    event.kind === 'pushed' || event.kind === 'pulled' ? [{ from: event.from, to: event.to }] : [],
  );
}

const kingsToMove = ({ pieces, turn }: Snapshot): string[] =>
  pieces.filter(({ role, color }) => role === 'king' && color === turn).map(({ square }) => square);

/** The squares of kings in check. */
export const checkedKings = (snapshot: Snapshot): string[] =>
  snapshot.checkers.length === 0 ? [] : kingsToMove(snapshot);

/** The squares of kings that can be captured on the next move. */
export const threatenedKings = (snapshot: Snapshot): string[] =>
  snapshot.threats.length === 0 ? [] : kingsToMove(snapshot);
