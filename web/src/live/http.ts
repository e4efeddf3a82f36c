//! Games between people, asked for by HTTP. What the server does not answer as hoped is thrown as an `ApiError`.
import { answerOf, ApiError, ownServer } from '../lib/api/client';
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
type Link = Shapes['CarryLink'];

/** Which games of one's own are asked for. */
export interface Wanted {
  readonly state: 'running' | 'ended';
  /** What an earlier list has told as `more`. */
  readonly before?: GameList['more'];
  readonly limit?: number;
}

/** The status with which the server refused; none if it was not the server. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.failure.kind === 'gone') return undefined;
  return error.failure.kind === 'problem' ? error.failure.problem.status : error.failure.status;
}

/** Whether it is the name of a guest that the server refuses. */
export const isNameRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.failure.kind === 'problem' && error.failure.problem.kind === 'bad-name';

/** A server's games. */
export function callGames(api = ownServer) {
  const path = (id: string) => ({ params: { path: { id } } });
  const done = (call: Promise<unknown>): Promise<void> => call.then(() => undefined);

  return {
    /** Who the visitor is to the server. */
    session: () => answerOf(api.GET('/api/v1/session')),
    /** Begins a session as a guest; within a session it gives the guest another name. */
    beGuest: (name?: string) => answerOf(api.POST('/api/v1/session/guest', { body: name ? { name } : {} })),

    /** A link by which another device becomes the visitor's own, too, and until when it works by the clock of this device. */
    carry: async (): Promise<Link> => {
      const call = api.POST('/api/v1/session/carry');
      const { url, endsAt } = await answerOf(call);
      // The header leaves out what is less than a second.
      const told = Date.parse((await call).response.headers.get('date') ?? '');
      return { url, endsAt: Number.isNaN(told) ? endsAt : endsAt - (told + 1000) + Date.now() };
    },
    /** Whom a link carries. */
    carriedWho: (token: string) => answerOf(api.POST('/api/v1/session/carried/who', { body: { token } })),
    /** Uses a link: the visitor is whom it carries. */
    carried: (token: string) => answerOf(api.POST('/api/v1/session/carried', { body: { token } })),
    /** Ends the session of this device. */
    endSession: () => done(api.DELETE('/api/v1/session')),
    /** Ends the visitor's sessions on all other devices. */
    endOthers: () => done(api.DELETE('/api/v1/session/others')),

    challenge: (id: string) => answerOf(api.GET('/api/v1/challenges/{id}', path(id))),
    makeChallenge: (body: NewChallenge) => answerOf(api.POST('/api/v1/challenges', { body })),
    accept: (id: string) => answerOf(api.POST('/api/v1/challenges/{id}/accept', path(id))),
    decline: (id: string) => done(api.POST('/api/v1/challenges/{id}/decline', path(id))),
    withdraw: (id: string) => done(api.DELETE('/api/v1/challenges/{id}', path(id))),

    /** The visitor's games. */
    myGames: ({ state, before, ...rest }: Wanted) => {
      const query = { state, ...(before === undefined ? {} : { before }), ...rest };
      return answerOf(api.GET('/api/v1/games', { params: { query } }));
    },
    game: (id: string) => answerOf(api.GET('/api/v1/games/{id}', path(id))),

    /** The visitor's conditional moves in a game. */
    plan: async (id: string): Promise<Plan | undefined> => {
      try {
        return await answerOf(api.GET('/api/v1/games/{id}/plan', path(id)));
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    /** Keeps conditional moves; a plan without any takes them away. */
    keepPlan: (id: string, body: Plan) =>
      body.branches.length > 0
        ? done(api.PUT('/api/v1/games/{id}/plan', { ...path(id), body }))
        : done(api.DELETE('/api/v1/games/{id}/plan', path(id))),
  };
}

/** The games of the server that the page comes from. */
export const http = callGames();
