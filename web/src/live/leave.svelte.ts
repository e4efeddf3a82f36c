//! The visitor's leave from correspondence games (T.6a), fetched when a page needs it.
import type { components } from '../lib/api/schema';
import { http } from './http';
import { identity } from './session.svelte';

export type Leave = components['schemas']['LeaveState'];

/** The most days of leave, and of one leave. */
export const MOST_DAYS = 28;

let fetched: { readonly person: string | undefined; readonly leave: Leave } | undefined = $state.raw();

/** Returns the visitor's leave; undefined until it has been fetched. */
export const leave = (): Leave | undefined =>
  identity() && fetched?.person === identity()?.person ? fetched?.leave : undefined;

/** Returns the end of the visitor's leave; undefined if there is none in force. */
export function onLeaveUntil(now: number): number | undefined {
  const { from, until } = leave() ?? {};
  return from !== undefined && until !== undefined && now < until ? until : undefined;
}

async function take(call: Promise<Leave>): Promise<Leave> {
  const person = identity()?.person;
  const found = await call;
  fetched = { person, leave: found };
  return found;
}

export const refreshLeave = (): Promise<Leave> => take(http.leave());
export const takeLeave = (days: number): Promise<Leave> => take(http.takeLeave(days));
export const endLeave = (): Promise<Leave> => take(http.endLeave());
