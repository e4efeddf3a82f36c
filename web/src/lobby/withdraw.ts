//! Withdrawal of the visitor's seeks.
import { problemKind } from '../lib/api/failure';
import { http } from './http';
import { forgetSeek, refreshOwnSeeks, rememberSeek } from './ownSeeks.svelte';

interface Withdrawal {
  /** The number of seeks that no longer wait. */
  readonly withdrawn: number;
  /** The first error that left a seek waiting. */
  readonly failed?: unknown;
}

/** Withdraws each of the seeks, also after an error. A seek whose game has begun is shown instead. */
export async function withdrawSeeks(ids: readonly string[]): Promise<Withdrawal> {
  let withdrawn = 0;
  const errors: unknown[] = [];
  let isTaken = false;
  for (const id of ids) {
    try {
      await http.withdraw(id).catch((error: unknown) => {
        // It ended before the request.
        if (problemKind(error) !== 'seek-over') throw error;
      });
      forgetSeek(id);
      withdrawn += 1;
    } catch (error) {
      if (problemKind(error) === 'taken') {
        // It may have been made on another device.
        rememberSeek(id);
        isTaken = true;
      } else errors.push(error);
    }
  }
  if (isTaken) await refreshOwnSeeks();
  return { withdrawn, ...(errors.length > 0 && { failed: errors[0] }) };
}
