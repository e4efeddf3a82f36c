//! Ratings and their changes as text.
import { formatNumber, t } from '../base/messages.svelte';

/** A rating, and whether it is provisional. */
interface Shown {
  readonly rating: number;
  readonly provisional: boolean;
}

const whole = (points: number): string => formatNumber(Math.round(points), { useGrouping: false });

/** Returns a rating as players see it, with a question mark while it is provisional. */
export const ratingText = ({ rating, provisional }: Shown): string =>
  `${whole(rating)}${provisional ? '?' : ''}`;

/** Returns a rating for screen readers, which often skip a question mark. */
export const ratingSpoken = ({ rating, provisional }: Shown): string =>
  provisional ? t('ratings.provisional.spoken', { rating: whole(rating) }) : whole(rating);

/** Returns a number of points without a sign. */
export const pointsText = whole;

/** Returns the difference of two ratings as they are shown, so that it agrees with them. */
export const changeOf = (before: number, after: number): number => Math.round(after) - Math.round(before);

/** Returns a number with its sign. Zero has `±`. */
export function signed(value: number, fractionDigits = 0): string {
  const digits = { minimumFractionDigits: fractionDigits, maximumFractionDigits: fractionDigits };
  const size = formatNumber(Math.abs(value), { ...digits, useGrouping: false });
  if (Number(Math.abs(value).toFixed(fractionDigits)) === 0) return `±${size}`;
  return `${value < 0 ? '−' : '+'}${size}`;
}

/** Returns a number with a fixed number of decimals. */
export const decimals = (value: number, digits: number): string =>
  formatNumber(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });

/** Returns a rating with its deviation, in tenths of points. */
export const withDeviation = ({ rating, deviation }: { rating: number; deviation: number }): string =>
  `${decimals(rating, 1)} ± ${decimals(deviation, 1)}`;

/** Returns a score as on a score sheet: 1, ½, or 0. */
export const scoreText = (score: number): string => (score === 0.5 ? '½' : String(score));
