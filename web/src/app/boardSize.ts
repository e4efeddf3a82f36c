//! How large a board is, in percent of the room that it has.

export const LEAST = 50;
export const MOST = 100;
const STEP = 5;

/** A whole number of percent that a board can have. */
export const clamped = (percent: number): number => Math.round(Math.min(MOST, Math.max(LEAST, percent)));

/** The size in a stored value, if it is one. */
export function readSize(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isInteger(value)) return undefined;
  return value >= LEAST && value <= MOST ? value : undefined;
}

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
      return LEAST;
    case 'End':
      return MOST;
    default:
      return undefined;
  }
}

/** By how much a board has to become wider for its corner to follow a hand that went this far. A board stands in the middle
 *  of its room and hangs from the top: its corner moves half as far to the right as it does down. */
export const widthToFollow = (right: number, down: number): number => (right / 2 + down) / 1.25;
