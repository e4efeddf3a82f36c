//! How a verdict is written beside a move.
import type { Judgement } from '../../../lib/rules';

export type Verdict = NonNullable<Judgement['verdict']>;

export const VERDICT_SIGNS: Record<Verdict, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' };
