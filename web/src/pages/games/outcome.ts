//! How a game has ended, in a few words for who has played it.
import { t } from '../../app/messages.svelte';
import type { Color } from '../../lib/rules';
import type { ListedGame } from '../../live/http';

type Ended = NonNullable<ListedGame['ended']>;

/** How it went for a side, and why. */
export function outcomeOf({ result, winner, reason }: Ended, side: Color): string {
  const how = winner ? (winner === side ? 'won' : 'lost') : result === 'draw' ? 'draw' : 'none';
  return t('friend.outcome', { outcome: t(`friend.outcome.${how}`), reason: t(`friend.reason.${reason}`) });
}
