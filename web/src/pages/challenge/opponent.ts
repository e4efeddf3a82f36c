//! The reasons why a member cannot be challenged.
import { sentence } from '../../base/errors';
import { t } from '../../base/messages.svelte';
import { ApiError, type Problem } from '../../lib/api/failure';

const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError && error.failure.kind === 'problem' ? error.failure.problem : undefined;

/** Returns true if the server refuses the opponent of a challenge. */
export const isOpponentRefused = (error: unknown): boolean => problemOf(error)?.at === 'to';

/** Returns one sentence about the refused opponent. */
export function opponentSentence(error: unknown, name: string): string {
  switch (problemOf(error)?.kind) {
    case 'not-found':
      return t('friend.to.unknown', { name });
    case 'bad-name':
      return t('friend.to.self');
    case 'account-disabled':
      return t('friend.to.disabled', { name });
    default:
      return sentence(error);
  }
}
