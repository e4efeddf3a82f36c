//! How a verdict is written beside a move.
import type { Judgement } from '../../../lib/rules';

export type Verdict = NonNullable<Judgement['verdict']>;

export const VERDICT_SIGNS: Record<Verdict, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** A share in whole percents that it has reached. What is as good as whole counts as whole. */
export const wholePercent = (share: number): number => Math.floor(share * 100 + 1e-9);
