//! A short text for the outcome of a game, from the point of view of one player.
import { t } from '../../base/messages.svelte';
import type { ListedGame } from '../../live/http';

type Ended = NonNullable<ListedGame['ended']>;

/** Returns the reason for the end. */
function reasonOf({ reason }: Ended, { side, seats, abortedBy, missedBy }: ListedGame): string {
  const by = abortedBy ?? missedBy;
  if (by === undefined) return t(`friend.reason.${reason}`);
  const how = abortedBy === undefined ? 'missed' : 'aborted';
  return by === side ? t(`friend.reason.${how}.you`) : t(`friend.reason.${how}.by`, { name: seats[by].name });
}

/** Returns the outcome for the player, with the reason; undefined while the game is running. */
export function outcomeOf(game: ListedGame): string | undefined {
  const { ended, side } = game;
  if (!ended) return undefined;
  const { result, winner } = ended;
  const how = winner ? (winner === side ? 'won' : 'lost') : result === 'draw' ? 'draw' : 'none';
  return t('friend.outcome', { outcome: t(`friend.outcome.${how}`), reason: reasonOf(ended, game) });
}
