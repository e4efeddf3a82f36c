//! What a diagram or a task points at on its board.
import type { Shape } from '../../board/types';
import type { Snapshot } from '../../lib/rules';

/** Marks on squares that are to be looked at. */
export const circles = (squares: readonly string[]): Shape[] =>
  squares.map((at) => ({ kind: 'circle', at, brush: 'blue' }));

/** Whether a square holds a piece that can be picked: else it is only looked at. */
export const isPickable = (square: string | undefined, { pieces, turn }: Snapshot): boolean =>
  pieces.some((piece) => piece.square === square && piece.color === turn);
