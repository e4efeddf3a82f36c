//! Whether somebody is told that their king can be captured on the next move.
import { settings } from '../../base/settings.svelte';
import type { Table } from './table.svelte';

/** The last level of the computer whose opponents are taken for learners. */
const LEARNING = 3;

/** Whether the one whose turn it is is told. A computer sees it by itself. */
export function warns({ mover, setup }: Pick<Table, 'mover' | 'setup'>): boolean {
  if (mover?.kind !== 'person' || settings.danger === 'never') return false;
  const facesBeginner = Object.values(setup.seats).some(
    (seat) => seat.kind === 'computer' && seat.level <= LEARNING,
  );
  return settings.danger === 'always' || facesBeginner;
}
