//! Rated games between members, played by the API.
import { expect, type Page } from '@playwright/test';

import { RETRIES, type OwnServer } from './ownServer';

/** A member on a device. */
export interface Rated {
  readonly page: Page;
  readonly name: string;
}

/** Moves with which a game of chess begins. */
const MOVES = ['e2e4', 'e7e5', 'g1f3', 'b8c6', 'f1c4', 'f8c5'];

async function send<Answer>(
  server: OwnServer,
  { page }: Rated,
  path: string,
  data: object = {},
): Promise<Answer> {
  const url = `${server.url}/api/v1/${path}`;
  for (let tries = 0; ; tries += 1) {
    const answer = await page.request.post(url, {
      data,
      headers: { origin: server.url },
      maxRetries: RETRIES,
    });
    if (answer.ok()) return (answer.status() === 204 ? undefined : await answer.json()) as Answer;
    const wait = Number(answer.headers()['retry-after'] ?? Number.NaN);
    if (answer.status() !== 429 || tries > 5 || Number.isNaN(wait)) throw new Error(await answer.text());
    await page.waitForTimeout(wait * 1000);
  }
}

/** Returns the side of a member in a game. */
export async function sideOf(server: OwnServer, { page }: Rated, game: string): Promise<'white' | 'black'> {
  const answer = await page.request.get(`${server.url}/api/v1/games/${game}`);
  return ((await answer.json()) as { side: 'white' | 'black' }).side;
}

/** Begins a rated game. Returns its id. */
export async function begin(
  server: OwnServer,
  maker: Rated,
  taker: Rated,
  terms: object,
  variant = 'chess',
): Promise<string> {
  const wanted = { variant, terms: { rated: true, ...terms }, to: taker.name };
  const { id } = await send<{ id: string }>(server, maker, 'challenges', wanted);
  return (await send<{ game: string }>(server, taker, `challenges/${id}/accept`)).game;
}

/** Plays a number of plies of a game that has just begun. */
export async function playPlies(
  server: OwnServer,
  players: readonly [Rated, Rated],
  game: string,
  plies: number,
): Promise<void> {
  const isFirstWhite = (await sideOf(server, players[0], game)) === 'white';
  const [white, black] = isFirstWhite ? players : [players[1], players[0]];
  for (const [ply, uci] of MOVES.slice(0, plies).entries())
    await send(server, ply % 2 === 0 ? white : black, `games/${game}/moves`, { uci, ply });
}

/** Plays a correspondence game that the second player loses, and waits for the new ratings. Returns its id. */
export async function lose(
  server: OwnServer,
  winner: Rated,
  loser: Rated,
  variant?: string,
): Promise<string> {
  const game = await begin(server, winner, loser, { days: 3 }, variant);
  await playPlies(server, [winner, loser], game, 4);
  await send(server, loser, `games/${game}/resign`);
  const decision = async (): Promise<unknown> => {
    const answer = await winner.page.request.get(`${server.url}/api/v1/games/${game}/rating`);
    return ((await answer.json()) as { decision?: string }).decision;
  };
  await expect.poll(decision).toBe('counted');
  return game;
}
