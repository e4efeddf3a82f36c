//! Sizes of files in words.
import { formatNumber } from '../../base/messages.svelte';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Returns a number of bytes in the largest unit in which it is at least 1. */
export function sizeText(bytes: number): string {
  const power = Math.min(Math.max(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), 0), UNITS.length - 1);
  const value = bytes / 1000 ** power;
  const unit = UNITS[power] ?? 'byte';
  return formatNumber(value, {
    style: 'unit',
    unit,
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  });
}
