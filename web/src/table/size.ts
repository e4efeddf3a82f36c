//! How large a board is, in percent of the room that it has.
import { BOARD_SIZE } from '../base/settings.svelte';

const STEP = 5;

/** A whole number of percent that a board can have. */
export const clamped = (percent: number): number =>
  Math.round(Math.min(BOARD_SIZE.most, Math.max(BOARD_SIZE.least, percent)));

/** The size that a key asks for. */
export function sizeByKey(key: string, size: number): number | undefined {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowDown':
      return clamped(size - STEP);
    case 'ArrowRight':
    case 'ArrowUp':
      return clamped(size + STEP);
    case 'Home':
      return BOARD_SIZE.least;
    case 'End':
      return BOARD_SIZE.most;
    default:
      return undefined;
  }
}

/** By how much a board has to become wider for its corner to follow a hand that went this far. A board stands in the middle
 *  of its room and hangs from the top: its corner moves half as far to the right as it does down. */
export const widthToFollow = (right: number, down: number): number => (right / 2 + down) / 1.25;
