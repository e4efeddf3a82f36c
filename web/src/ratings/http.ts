//! The HTTP client for ratings.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type PlayerRatings = Shapes['PlayerRatings'];
export type PoolRating = Shapes['PoolRating'];
export type ClubRating = Shapes['ClubRating'];
export type RatingChange = Shapes['RatingChange'];
/** A change with everything from which it was computed. */
export type ComputedChange = RatingChange & Required<Pick<RatingChange, 'opponent' | 'weight' | 'expected'>>;
/** The change by which the annulment of a game takes back another one. */
export type AnnulmentChange = RatingChange & Required<Pick<RatingChange, 'annuls'>>;
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
  changes: (
    name: string,
    variant: string,
    pace: Pace,
    query: { before?: number; limit?: number; game?: string } = {},
  ) =>
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

/** Checks that a change has everything from which it was computed. Only people who may see the game get all of it. */
export const isComputed = (change: RatingChange): change is ComputedChange =>
  change.opponent !== undefined && change.weight !== undefined && change.expected !== undefined;

/** Checks that a change is the annulment of a game. */
export const isAnnulment = (change: RatingChange): change is AnnulmentChange => change.annuls !== undefined;
