//! Sentences about the ratings of a finished game.
import { t, type Message } from '../../base/messages.svelte';
import { other } from '../../game/color';
import { playerName } from '../../base/playerName';
import type { Color } from '../../lib/rules';
import type { LiveGame } from '../../live/game.svelte';
import type { GameRating } from '../../ratings/http';
import { changeOf, ratingSpoken, signed } from '../../ratings/text';

type Decision = NonNullable<GameRating['decision']>;

/** The reasons why a rated game does not count (T.7). */
const REASONS = {
  'no-result': 'ratings.not.noResult',
  'too-short': 'ratings.not.tooShort',
  'timeout-row': 'ratings.not.timeoutRow',
  'account-closed': 'ratings.not.accountClosed',
  position: 'ratings.not.position',
  'time-limit': 'ratings.not.timeLimit',
  guest: 'ratings.not.guest',
  'house-level': 'ratings.not.houseLevel',
  placed: 'ratings.not.placed',
  repeated: 'ratings.not.repeated',
  other: 'ratings.not.other',
} as const satisfies Record<Exclude<Decision, 'counted' | 'annulled'>, Message>;

/** Returns the reason why a game does not count, as one sentence; undefined if it counts. */
export function reasonOf({ decision, annulled }: GameRating): string | undefined {
  if (annulled) return t('ratings.annulled', { reason: annulled.reason });
  if (decision === undefined || decision === 'counted' || decision === 'annulled') return undefined;
  // The server may be newer than this copy of the app.
  return decision in REASONS ? t(REASONS[decision]) : t('ratings.not.other');
}

/** Returns the sides in the order in which their ratings are listed: the player's own first. */
export const sidesOf = (side: Color | undefined): readonly [Color, Color] => {
  const first = side ?? 'white';
  return [first, other(first)];
};

/** Returns sentences for screen readers: the changes of both ratings, or the reason why the game does not count. */
export function ratingSentences(
  rating: GameRating,
  { side, shared }: Pick<LiveGame, 'side' | 'shared'>,
): string[] {
  const reason = reasonOf(rating);
  if (reason !== undefined) return [reason];
  return sidesOf(side).flatMap((color) => {
    const seat = rating[color];
    if (!seat?.after) return [];
    const values = {
      before: ratingSpoken(seat.before),
      after: ratingSpoken(seat.after),
      change: signed(changeOf(seat.before.rating, seat.after.rating)),
    };
    const name = playerName(shared.seats[color]);
    return [t(color === side ? 'ratings.announce.yours' : 'ratings.announce.theirs', { name, ...values })];
  });
}
