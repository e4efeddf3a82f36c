//! Squares that a position highlights by itself: the last move, displaced pieces, checks, and threats.
import type { Played, Snapshot } from '../../lib/rules';

/** Returns the origin and destination squares of the last move, each once. */
export function passedSquares(last: Played | undefined): string[] {
  const passed = (last?.events ?? []).flatMap(({ event }) =>
    event.kind === 'moved' ? [event.from, event.to] : [],
  );
  return [...new Set(passed)];
}

/** The path of a piece that a move pushed or pulled. */
export interface Displacement {
  from: string;
  to: string;
}

/** Returns the pieces that the last move displaced, apart from the moving piece. */
export function displacements(last: Played | undefined): Displacement[] {
  return (last?.events ?? []).flatMap(({ event }) =>
    event.kind === 'pushed' || event.kind === 'pulled' ? [{ from: event.from, to: event.to }] : [],
  );
}

const kingsToMove = ({ pieces, turn }: Snapshot): string[] =>
  pieces.filter(({ role, color }) => role === 'king' && color === turn).map(({ square }) => square);

/** Returns the squares of kings in check. */
export const checkedKings = (snapshot: Snapshot): string[] =>
  snapshot.checkers.length === 0 ? [] : kingsToMove(snapshot);

/** Returns the squares of kings that can be captured on the next move. */
export const threatenedKings = (snapshot: Snapshot): string[] =>
  snapshot.threats.length === 0 ? [] : kingsToMove(snapshot);
