//! The requirements for a place on a leaderboard.
import type { Leaderboard } from '../../ratings/http';

type Own = NonNullable<Leaderboard['you']>;

/** The minimum number of games that count, how many of them must be against people, and the maximum deviation. */
export const LEAST_GAMES = 10;
export const LEAST_GAMES_AGAINST_PEOPLE = 5;
export const MOST_DEVIATION = 110;
/** The number of days within which the last game must have been played. */
export const MOST_DAYS = 60;

/** The first requirement that a rating does not meet; for `opponents`, enough games against people, or a recent one. */
export type Missing = 'games' | 'deviation' | 'opponents';

/** Returns the first requirement that a player does not meet; undefined for one who is listed. */
export function missingOf({ place, games, provisional }: Own): Missing | undefined {
  if (place !== undefined) return undefined;
  if (games < LEAST_GAMES) return 'games';
  return provisional ? 'deviation' : 'opponents';
}
