//! The condition for warning a learner about a king that can be captured on the next move.
import { settings } from '../../base/settings.svelte';
import type { Table } from './table.svelte';

/** The highest level whose opponents count as learners. */
const LEARNING = 3;

/** Returns true if the side to move gets the warning. The computer does not need it. */
export function warns({ mover, setup }: Pick<Table, 'mover' | 'setup'>): boolean {
  if (mover?.kind !== 'person' || settings.danger === 'never') return false;
  const facesBeginner = Object.values(setup.seats).some(
    (seat) => seat.kind === 'computer' && seat.level <= LEARNING,
  );
  return settings.danger === 'always' || facesBeginner;
}
