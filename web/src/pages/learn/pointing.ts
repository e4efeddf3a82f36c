//! What a diagram or a task points at on its board.
import type { Shape } from '../../board/types';
import type { Snapshot } from '../../lib/rules';

/** Marks on squares that are to be looked at. */
export const circles = (squares: readonly string[]): Shape[] =>
  squares.map((at) => ({ kind: 'circle', at, brush: 'blue' }));

/** A square is picked if what stands there can move; else it is only looked at. */
export function pointAt(
  square: string | undefined,
  { units, turn }: Snapshot,
): { selected: string | undefined; cursor: string | undefined } {
  const isPicked = units.some((unit) => unit.square === square && unit.color === turn);
  return { selected: isPicked ? square : undefined, cursor: isPicked ? undefined : square };
}
