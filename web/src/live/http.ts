//! The HTTP client for online games. Every failure is thrown as an `ApiError`.
import { answerOf, ApiError, ownServer } from '../lib/api/client';
import { problemKind } from '../lib/api/failure';
import { withRetries } from '../lib/api/retries';
import type { components } from '../lib/api/schema';

type Shapes = components['schemas'];
export type Terms = Shapes['Terms'];
export type Player = Shapes['Player'];
export type Challenge = Shapes['Challenge'];
export type NewChallenge = Shapes['NewChallenge'];
export type ListedGame = Shapes['ListedGame'];
export type GameList = Shapes['GameList'];
export type SharedGame = Shapes['SharedGame'];
export type Plan = Shapes['Plan'];
export type Branch = Shapes['Branch'];
type Link = Shapes['TransferLink'];

/** The filter for the visitor's own games. */
export interface GamesFilter {
  readonly state: 'running' | 'ended';
  /** The `more` value of an earlier list. */
  readonly before?: GameList['more'];
  readonly limit?: number;
}

/** Returns the HTTP status of a rejection; undefined if the error did not come from the server. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.failure.kind === 'gone') return undefined;
  return error.failure.kind === 'problem' ? error.failure.problem.status : error.failure.status;
}

/** Returns true if the server rejects the name of a guest. */
export const isNameRefused = (error: unknown): boolean =>
  ['bad-name', 'name-taken'].includes(problemKind(error) ?? '');

/** Creates the client of a server. */
export function callGames(api = ownServer) {
  const path = (id: string) => ({ params: { path: { id } } });
  const done = (call: Promise<unknown>): Promise<void> => call.then(() => undefined);

  return {
    /** Fetches the session of the visitor. */
    session: () => answerOf(api.GET('/api/v1/session')),
    /** Starts a guest session, or renames the guest of the current session. */
    beGuest: (name?: string) => answerOf(api.POST('/api/v1/session/guest', { body: name ? { name } : {} })),

    /** Returns the seconds for which the visitor would have to wait for the next game after an abort, if any. */
    abortWait: async (id: string, signal: AbortSignal) =>
      (await answerOf(api.GET('/api/v1/games/{id}/abort', { ...path(id), signal }))).wait,

    /**
     * Creates a one-time link that signs another device in as the visitor. Its expiry is in the time of this device.
     */
    createTransfer: async (): Promise<Link> => {
      const call = api.POST('/api/v1/session/transfer');
      const { url, endsAt } = await answerOf(call);
      // The header has a resolution of one second.
      const serverTime = Date.parse((await call).response.headers.get('date') ?? '');
      return { url, endsAt: Number.isNaN(serverTime) ? endsAt : endsAt - (serverTime + 1000) + Date.now() };
    },
    /** Fetches the guest of a transfer link without redeeming it. */
    previewTransfer: (token: string) =>
      answerOf(api.POST('/api/v1/session/transfer/preview', { body: { token } })),
    /** Redeems a transfer link: this device continues as its guest. */
    redeemTransfer: (token: string) =>
      answerOf(api.POST('/api/v1/session/transfer/redeem', { body: { token } })),
    /** Ends the session of this device. */
    endSession: () => done(api.DELETE('/api/v1/session')),
    /** Ends the visitor's sessions on all other devices. */
    endOthers: () => done(api.DELETE('/api/v1/session/others')),

    challenge: (id: string) => answerOf(api.GET('/api/v1/challenges/{id}', path(id))),
    /** Lists the open challenges of members to the visitor, and those of the visitor to members. */
    directChallenges: async () => (await answerOf(api.GET('/api/v1/challenges'))).challenges,
    makeChallenge: (body: NewChallenge) => answerOf(api.POST('/api/v1/challenges', { body })),
    /** Begins the game of a challenge, or returns the one that has begun. */
    accept: (id: string) =>
      withRetries(id, () => answerOf(api.POST('/api/v1/challenges/{id}/accept', path(id)))),
    decline: (id: string) => done(api.POST('/api/v1/challenges/{id}/decline', path(id))),
    withdraw: (id: string) => done(api.DELETE('/api/v1/challenges/{id}', path(id))),

    /** Lists the visitor's games. */
    myGames: ({ state, before, ...rest }: GamesFilter) => {
      const query = { state, ...(before === undefined ? {} : { before }), ...rest };
      return answerOf(api.GET('/api/v1/games', { params: { query } }));
    },
    game: (id: string) => answerOf(api.GET('/api/v1/games/{id}', path(id))),

    /** Fetches the visitor's leave, and the days left. */
    leave: () => answerOf(api.GET('/api/v1/leave')),
    takeLeave: (days: number) => answerOf(api.POST('/api/v1/leave', { body: { days } })),
    endLeave: () => answerOf(api.DELETE('/api/v1/leave')),

    /** Fetches the visitor's conditional moves in a game. */
    plan: async (id: string): Promise<Plan | undefined> => {
      try {
        return await answerOf(api.GET('/api/v1/games/{id}/plan', path(id)));
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    /** Stores conditional moves; an empty plan deletes them. */
    keepPlan: (id: string, body: Plan) =>
      body.branches.length > 0
        ? done(api.PUT('/api/v1/games/{id}/plan', { ...path(id), body }))
        : done(api.DELETE('/api/v1/games/{id}/plan', path(id))),
  };
}

/** The client of the server that serves the app. */
export const http = callGames();
