//! Games between people, asked for by HTTP. What the server does not answer as hoped is thrown as an `ApiError`.
import { ApiError, failureOf } from '../lib/api/failure';
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
type You = Shapes['You'];
type Link = Shapes['CarryLink'];
type Begun = Shapes['BegunGame'];
type Session = Shapes['Session'];
type Made = Shapes['MadeChallenge'];

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

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

/** What an answer holds. What answers in the server's place, such as a page of a proxy, does not answer in JSON. */
const answerOf = <Answer>(response: Response): Promise<Answer> =>
  response.json().catch((cause: unknown) => {
    throw new ApiError({ kind: 'strange', status: response.status }, { cause });
  }) as Promise<Answer>;

/** A server's games. */
export function callGames(server = '') {
  async function ask(method: Method, path: string, body?: unknown): Promise<Response> {
    const sent =
      body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const response = await fetch(`${server}/api/v1${path}`, { method, ...sent }).catch((cause: unknown) => {
      throw new ApiError({ kind: 'gone' }, { cause });
    });
    if (!response.ok) throw new ApiError(await failureOf(response));
    return response;
  }
  async function read<Answer>(method: Method, path: string, body?: unknown): Promise<Answer> {
    return answerOf(await ask(method, path, body));
  }
  async function act(method: Method, path: string, body?: unknown): Promise<void> {
    await ask(method, path, body);
  }
  const challenge = (id: string): string => `/challenges/${encodeURIComponent(id)}`;
  const game = (id: string): string => `/games/${encodeURIComponent(id)}`;

  return {
    /** Who the visitor is to the server. */
    session: () => read<Session>('GET', '/session'),
    /** Begins a session as a guest; within a session it gives the guest another name. */
    beGuest: (name?: string) => read<Session>('POST', '/session/guest', name ? { name } : {}),

    /** A link by which another device becomes the visitor's own, too, and until when it works by the clock of this device. */
    carry: async (): Promise<Link> => {
      const response = await ask('POST', '/session/carry');
      const { url, endsAt } = await answerOf<Link>(response);
      // The header leaves out what is less than a second.
      const told = Date.parse(response.headers.get('date') ?? '');
      return { url, endsAt: Number.isNaN(told) ? endsAt : endsAt - (told + 1000) + Date.now() };
    },
    /** Whom a link carries. */
    carriedWho: (token: string) => read<You>('POST', '/session/carried/who', { token }),
    /** Uses a link: the visitor is whom it carries. */
    carried: (token: string) => read<Session>('POST', '/session/carried', { token }),
    /** Ends the session of this device. */
    endSession: () => act('DELETE', '/session'),
    /** Ends the visitor's sessions on all other devices. */
    endOthers: () => act('DELETE', '/session/others'),

    challenge: (id: string) => read<Challenge>('GET', challenge(id)),
    makeChallenge: (wanted: NewChallenge) => read<Made>('POST', '/challenges', wanted),
    accept: (id: string) => read<Begun>('POST', `${challenge(id)}/accept`),
    decline: (id: string) => act('POST', `${challenge(id)}/decline`),
    withdraw: (id: string) => act('DELETE', challenge(id)),

    /** The visitor's games. */
    myGames: ({ state, before, limit }: Wanted) => {
      const query = new URLSearchParams({
        state,
        ...(before === undefined ? {} : { before }),
        ...(limit === undefined ? {} : { limit: String(limit) }),
      });
      return read<GameList>('GET', `/games?${query.toString()}`);
    },
    game: (id: string) => read<SharedGame>('GET', game(id)),

    /** The visitor's conditional moves in a game. */
    plan: async (id: string): Promise<Plan | undefined> => {
      try {
        return await read<Plan>('GET', `${game(id)}/plan`);
      } catch (error) {
        if (statusOf(error) === 404) return undefined;
        throw error;
      }
    },
    /** Keeps conditional moves; a plan without any takes them away. */
    keepPlan: (id: string, plan: Plan) =>
      plan.branches.length > 0 ? act('PUT', `${game(id)}/plan`, plan) : act('DELETE', `${game(id)}/plan`),
  };
}

/** The games of the server that the page comes from. */
export const http = callGames();
