//! Transport of an online game over HTTP, for clients that cannot open a WebSocket.
import { answerOf, ApiError, ownServer } from '../lib/api/client';
import type { paths } from '../lib/api/schema';
import { Refused, type PlayedAct, type Request, type SharedGame, type GameAction } from './frames';

/** A game and the time of the server's response. */
export interface FetchedGame {
  readonly game: SharedGame;
  /** In server time, accurate to one second. */
  readonly at: number | undefined;
}

const PATHS = {
  resign: '/api/v1/games/{id}/resign',
  abort: '/api/v1/games/{id}/abort',
  draw: '/api/v1/games/{id}/draw',
  takeback: '/api/v1/games/{id}/takeback',
  yes: '/api/v1/games/{id}/yes',
  no: '/api/v1/games/{id}/no',
  giveTime: '/api/v1/games/{id}/give-time',
  claimWin: '/api/v1/games/{id}/claim-win',
  claimDraw: '/api/v1/games/{id}/claim-draw',
  claimTable: '/api/v1/games/{id}/claim-table',
} as const satisfies Record<GameAction, keyof paths>;

function rethrow(error: unknown): never {
  throw error instanceof ApiError && error.failure.kind === 'problem'
    ? new Refused(error.failure.problem)
    : error;
}

/** Fetches the current state of a game. Throws `Refused` if it does not exist. */
export async function fetchGame(id: string, api = ownServer): Promise<FetchedGame> {
  const acts: PlayedAct[] = [];
  for (let query = {}; ;) {
    const call = api.GET('/api/v1/games/{id}', { params: { path: { id }, query } });
    const game = await answerOf(call).catch(rethrow);
    acts.push(...game.acts);
    query = { after: game.seq };
    if (game.more) continue;
    const date = Date.parse((await call).response.headers.get('date') ?? '');
    // The header has a resolution of one second.
    return { game: { ...game, acts }, at: Number.isNaN(date) ? undefined : date + 500 };
  }
}

/** Fetches the current PGN of a game. */
export const fetchPgn = (id: string): Promise<string> =>
  answerOf(ownServer.GET('/api/v1/games/{id}', { params: { path: { id: `${id}.pgn` } }, parseAs: 'text' }));

/** Sends a request. Returns the number of the resulting act, if any; throws `Refused` if the server rejects it. */
export async function sendRequest(request: Request, api = ownServer): Promise<number | undefined> {
  const sent = { params: { path: { id: request.game } }, headers: { 'Idempotency-Key': request.id } };
  switch (request.kind) {
    case 'move': {
      const { uci, ply, seen, draw } = request;
      const body = { uci, ply, ...(seen === undefined ? {} : { seen }), ...(draw ? { draw } : {}) };
      return (await answerOf(api.POST('/api/v1/games/{id}/moves', { ...sent, body })).catch(rethrow)).seq;
    }
    case 'act': {
      const body = request.to === undefined ? {} : { to: request.to };
      return (await answerOf(api.POST(PATHS[request.do], { ...sent, body })).catch(rethrow)).seq;
    }
    case 'rematch':
      await api
        .POST('/api/v1/games/{id}/rematch', {
          ...sent,
          ...(request.rated === undefined ? {} : { body: { rated: request.rated } }),
        })
        .catch(rethrow);
      return undefined;
  }
}
