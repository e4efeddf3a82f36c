//! Leave and added time in a correspondence game (T.6a, T.6b). Works without the rules.
import type { Color } from '../lib/rules';
import type { PlayedAct, SharedGame } from './frames';

/** A leave, which may have ended. */
export type LeaveSpan = NonNullable<NonNullable<SharedGame['leaves']>['white']>;
export type Leaves = Readonly<Partial<Record<Color, LeaveSpan>>>;

type LeaveFact = Extract<PlayedAct['fact'], { kind: 'leave' | 'back' }>;

/** Returns the leaves after another act of a side. */
export function leavesAfter(leaves: Leaves, side: Color, fact: LeaveFact): Leaves {
  const span =
    fact.kind === 'leave'
      ? { from: fact.from, until: fact.until }
      : { from: leaves[side]?.from ?? fact.from, until: fact.from };
  return { ...leaves, [side]: span };
}

/** Returns the end of a leave that is in force. */
export const leaveEnd = (leave: LeaveSpan | undefined, now: number): number | undefined =>
  leave && leave.from <= now && now < leave.until ? leave.until : undefined;

/** Returns the time left until a deadline that includes a leave, during which the time does not run. */
export const timeLeft = (deadline: number, leave: LeaveSpan | undefined, now: number): number =>
  Math.max(0, deadline - (leaveEnd(leave, now) ?? now));

/**
 * Returns the end of a leave that stops the time until a deadline. A leave that ends after the deadline has no effect in
 * the game, because too little time was left when it began.
 */
export function stopsUntil(
  deadline: number | undefined,
  leave: LeaveSpan | undefined,
  now: number,
): number | undefined {
  const end = leaveEnd(leave, now);
  return end !== undefined && deadline !== undefined && end <= deadline ? end : undefined;
}

export interface AddedTime {
  readonly side: Color;
  readonly ms: number;
}

/** Returns the time that outages have added to the turn after another act. */
export function addedAfter(added: AddedTime | undefined, { fact }: PlayedAct): AddedTime | undefined {
  if (fact.kind === 'moved' || fact.kind === 'takenBack') return undefined;
  if (fact.kind !== 'timed' || fact.why === 'gift') return added;
  return { side: fact.side, ms: (added?.ms ?? 0) + fact.ms };
}
