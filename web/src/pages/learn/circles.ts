//! Marks on squares that are to be looked at.
import type { Shape } from '../../board/types';

export const circles = (squares: readonly string[]): Shape[] =>
  squares.map((at) => ({ kind: 'circle', at, brush: 'blue' }));
