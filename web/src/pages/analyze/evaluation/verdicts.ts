//! Signs of move verdicts (`?!`, `?`, `??`), and rounding of the expected scores shown with them.
import type { Judgment } from '../../../lib/rules';

export type Verdict = NonNullable<Judgment['verdict']>;

export const VERDICT_SIGNS: Record<Verdict, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** Rounds a share down to whole percent, with a tolerance for floating-point error. */
export const wholePercent = (share: number): number => Math.floor(share * 100 + 1e-9);

/** Returns the share after a loss, computed so that the displayed numbers add up. */
export const shareAfter = (before: number, loss: number): number =>
  Math.max(0, wholePercent(before) - wholePercent(loss)) / 100;
