//! Sentences for a player's requests that the server rejects.
import { sentence } from '../../base/errors';
import { t } from '../../base/messages.svelte';
import { Refused } from '../../live/frames';

const NOT_A_PLAYER: readonly string[] = ['no-session', 'not-yours'];

/** Describes a rejection in one sentence. */
export function refusalOf(error: unknown): string {
  const isStranger = error instanceof Refused && NOT_A_PLAYER.includes(error.problem.kind);
  return isStranger ? t('live.refused.session') : sentence(error);
}
