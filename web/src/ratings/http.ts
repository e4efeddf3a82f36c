//! The HTTP client for ratings.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type PlayerRatings = Shapes['PlayerRatings'];
export type PoolRating = Shapes['PoolRating'];
export type ClubRating = Shapes['ClubRating'];
export type RatingChange = Shapes['RatingChange'];
export type RatingChangeList = Shapes['RatingChangeList'];
export type Leaderboard = Shapes['Leaderboard'];
export type RankedPlayer = Shapes['RankedPlayer'];
export type GameRating = Shapes['GameRating'];
export type Pace = PoolRating['pace'];

export const PACES: readonly Pace[] = ['live', 'days'];

const api = ownServer;

export const http = {
  /** Fetches all ratings of a member. */
  player: (name: string) =>
    answerOf(api.GET('/api/v1/people/{name}/ratings', { params: { path: { name } } })),
  /** Fetches the changes of one rating, the latest first. */
  changes: (name: string, variant: string, pace: Pace, query: { before?: number; limit?: number } = {}) =>
    answerOf(
      api.GET('/api/v1/people/{name}/ratings/{variant}/{pace}', {
        params: { path: { name, variant, pace }, query },
      }),
    ),
  leaderboard: (variant: string, pace: Pace, after?: number) =>
    answerOf(
      api.GET('/api/v1/ratings/{variant}', {
        params: { path: { variant }, query: { pace, ...(after === undefined ? {} : { after }) } },
      }),
    ),
  game: (id: string) => answerOf(api.GET('/api/v1/games/{id}/rating', { params: { path: { id } } })),
};

/** The number of changes per request. */
const PAGE = 50;

/** Finds a change of a member's rating. Returns undefined if it is among the oldest of a very long list. */
export async function findChange(
  name: string,
  variant: string,
  pace: Pace,
  isWanted: (change: RatingChange) => boolean,
): Promise<RatingChange | undefined> {
  let before: number | undefined;
  for (let page = 0; page < 20; page += 1) {
    const query = { limit: PAGE, ...(before === undefined ? {} : { before }) };
    const { changes, more } = await http.changes(name, variant, pace, query);
    const found = changes.find(isWanted);
    if (found || more === undefined) return found;
    before = more;
  }
  return undefined;
}
