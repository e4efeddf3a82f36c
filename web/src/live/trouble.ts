//! What to tell a player of a request that has failed.
import { sentence } from '../app/faults';
import { t } from '../app/messages.svelte';
import { ApiError } from '../lib/api/failure';
import { statusOf } from './http';

/** One sentence that says what is wrong, and what can be done. */
export function troubleOf(error: unknown): string {
  if (error instanceof ApiError && error.failure.kind === 'gone') return t('friend.trouble.gone');
  if (statusOf(error) === 429) return t('friend.trouble.often');
  return sentence(error);
}
