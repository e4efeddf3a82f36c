//! Games between people by HTTP, for pages to which no socket can be opened.
import { ApiError } from '../lib/api/client';
import { failureOf } from '../lib/api/failure';
import { Refused, type PlayedAct, type Request, type SharedGame, type Wanted } from './frames';

const BASE = '/api/v1/games';

/** A game, and when the server told it. */
export interface Told {
  readonly game: SharedGame;
  /** By the server's time; good to a second. */
  readonly at: number | undefined;
}

const PATHS: Readonly<Record<Wanted, string>> = {
  resign: 'resign',
  abort: 'abort',
  draw: 'draw',
  takeback: 'takeback',
  yes: 'yes',
  no: 'no',
  giveTime: 'give-time',
  claimWin: 'claim-win',
  claimDraw: 'claim-draw',
};

async function fetched(path: string, options: RequestInit = {}): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(`${BASE}/${path}`, options);
  } catch (error) {
    throw new ApiError({ kind: 'gone' }, { cause: error });
  }
  if (response.ok) return response;
  const failure = await failureOf(response);
  throw failure.kind === 'problem' ? new Refused(failure.problem) : new ApiError(failure);
}

/** A game as it stands. Throws `Refused` if there is none. */
export async function fetchGame(id: string): Promise<Told> {
  const acts: PlayedAct[] = [];
  for (let path = id; ;) {
    const response = await fetched(path);
    const date = Date.parse(response.headers.get('date') ?? '');
    const game = (await response.json()) as SharedGame;
    acts.push(...game.acts);
    path = `${id}?after=${String(game.seq)}`;
    if (game.more) continue;
    // The header leaves out what is less than a second.
    return { game: { ...game, acts }, at: Number.isNaN(date) ? undefined : date + 500 };
  }
}

/** The game as PGN, as it stands. */
export const fetchPgn = async (id: string): Promise<string> => (await fetched(`${id}.pgn`)).text();

function written(request: Request): [path: string, body: Record<string, unknown>] {
  switch (request.kind) {
    case 'move': {
      const { uci, ply, seen, draw } = request;
      return ['moves', { uci, ply, ...(seen === undefined ? {} : { seen }), ...(draw ? { draw } : {}) }];
    }
    case 'act':
      return [PATHS[request.do], request.to === undefined ? {} : { to: request.to }];
    case 'rematch':
      return ['rematch', {}];
  }
}

/** Sends a request. Answers the number of the act, if one came of it; throws `Refused` if the server will not. */
export async function sendRequest(request: Request): Promise<number | undefined> {
  const [path, body] = written(request);
  const response = await fetched(`${request.game}/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': request.id },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { seq?: number }).seq;
}
