//! Calculations for the resizable board, whose size is a percentage of the available space.
import { BOARD_SIZE } from '../base/settings.svelte';

const STEP = 5;

/** Clamps a size to the allowed range and rounds it to a whole percent. */
export const clamped = (percent: number): number =>
  Math.round(Math.min(BOARD_SIZE.most, Math.max(BOARD_SIZE.least, percent)));

/** Returns the size that a key selects. */
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

/**
 * Returns the growth in width for which the board's corner follows a pointer. The board is centered and aligned to the
 * top, so its corner moves half as far to the right as down.
 */
export const widthToFollow = (right: number, down: number): number => (right / 2 + down) / 1.25;
