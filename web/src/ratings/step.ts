//! The arithmetic of one change of a rating, for its explanation (Glicko-2).
import type { ComputedChange } from './http';

/** The points of one unit on the scale of Glicko-2. */
const UNIT = 173.7178;

/** The parts of a change that the explanation shows. */
interface Step {
  /** The change of the rating for one point of score. */
  readonly size: number;
  /** The score in excess of the expected one. */
  readonly surprise: number;
  /** The change before its limits. */
  readonly computed: number;
  /** True if a limit has changed the result. */
  readonly isLimited: boolean;
}

/** Returns the parts of a change. */
export function stepOf({
  before,
  weight,
  expected,
  score,
  change,
}: Omit<ComputedChange, 'n' | 'at' | 'opponent'>): Step {
  const information = (weight * weight * expected * (1 - expected)) / UNIT ** 2;
  const variance = 1 / (1 / before.deviation ** 2 + information);
  const size = (variance * weight) / UNIT;
  const surprise = score - expected;
  const computed = size * surprise;
  return { size, surprise, computed, isLimited: Math.abs(computed - change) > 0.05 };
}

/** Returns the time without games that has increased the deviation, in whole days. */
export function idleDays({
  at,
  previous,
  before,
}: Pick<ComputedChange, 'at' | 'previous' | 'before'>): number {
  if (!previous || Math.round(before.deviation) <= previous.deviation) return 0;
  return Math.max(0, Math.round((at - previous.at) / 86_400_000));
}
