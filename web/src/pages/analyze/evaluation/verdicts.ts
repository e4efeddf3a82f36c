//! How a verdict is written beside a move.
import type { Judgement } from '../../../lib/rules';

export type Verdict = NonNullable<Judgement['verdict']>;

export const VERDICT_SIGNS: Record<Verdict, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A share in whole percents that it has reached. What is as good as whole counts as whole. */
export const wholePercent = (share: number): number => Math.floor(share * 100 + 1e-9);

/** The share that a loss leaves, so that both as shown and the loss as shown add up. */
export const shareAfter = (before: number, loss: number): number =>
  Math.max(0, wholePercent(before) - wholePercent(loss)) / 100;
