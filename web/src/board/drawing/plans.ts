//! The plans by which a board is laid out on a plane.
import { flatPlan, type Plan, type Size } from './arrangement';
import { stackedPlan } from '../levels/stacked';
import type { ArrangementKind } from '../types';

/** The plan of an arrangement. */
export function planOf(
  kind: ArrangementKind,
  size: Size,
  direction: 'row' | 'column',
  margin: 'margin' | 'none',
): Plan {
  switch (kind) {
    // The keys of a scene go the way they go on the flat board.
    case 'scene':
    case 'flat':
      return flatPlan(size, direction, margin);
    case 'stacked':
      return stackedPlan(size, margin);
  }
}
