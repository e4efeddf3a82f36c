//! Circles on the squares that a diagram or a task points out.
import type { Shape } from '../../board/types';
import type { Snapshot } from '../../lib/rules';

/** Returns circles on squares. */
export const circles = (squares: readonly string[]): Shape[] =>
  squares.map((at) => ({ kind: 'circle', at, brush: 'blue' }));

/** Returns true if a square has a piece that can be picked; otherwise it is only inspected. */
export const isPickable = (square: string | undefined, { pieces, turn }: Snapshot): boolean =>
  pieces.some((piece) => piece.square === square && piece.color === turn);
