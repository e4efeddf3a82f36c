//! Squares that a position sets off by itself.
import type { Played, Snapshot } from '../lib/rules';

/** Where the last move led from and to, each square once. */
export function passedSquares(last: Played | undefined): string[] {
  const passed = (last?.events ?? []).flatMap(({ event }) =>
    event.kind === 'moved' ? [event.from, event.to] : [],
  );
  return [...new Set(passed)];
}

/** The squares of kings in check. */
export function checkedKings({ checkers, units, turn }: Snapshot): string[] {
  if (checkers.length === 0) return [];
  return units.filter(({ role, color }) => role === 'king' && color === turn).map(({ square }) => square);
}
