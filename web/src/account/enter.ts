//! The beginning of a session that replaces the current one.
import { connection } from '../live/live.svelte';
import { forgetAllChallenges } from '../live/ownChallenges.svelte';
import { identity, replaceSession, type Identity } from '../live/session.svelte';
import { passUnsent } from '../live/unsent';

/**
 * Continues in the session that a request begins. A guest's open challenges and unsent moves go along if the guest's
 * games do.
 */
export async function enter<Answer extends { who?: Identity }>(
  call: () => Promise<Answer>,
  keepGames?: boolean,
): Promise<Answer> {
  const before = identity()?.person;
  const answer = await replaceSession(call);
  const person = identity()?.person;
  if (before !== undefined && person !== undefined && before !== person) {
    if (keepGames) passUnsent(before, person);
    else forgetAllChallenges();
  }
  connection().renew();
  return answer;
}
