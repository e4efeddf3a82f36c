//! The plan of a two-dimensional board for each arrangement: levels side by side, or stacked in perspective.
import { flatPlan, type Plan, type Size } from './arrangement';
import { stackedPlan } from '../levels/stacked';
import type { ArrangementKind } from '../types';

/** Returns the plan of an arrangement. */
export function planOf(
  kind: ArrangementKind,
  size: Size,
  direction: 'row' | 'column',
  margin: 'margin' | 'none',
): Plan {
  switch (kind) {
    // A 3D scene uses the keyboard directions of the flat board.
    case 'scene':
    case 'flat':
      return flatPlan(size, direction, margin);
    case 'stacked':
      return stackedPlan(size, margin);
  }
}
