//! The running games of others that the lobby shows, because their players show their games.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';

export type PublicGame = components['schemas']['PublicGame'];

/** Fetches the games, the latest first. */
export const fetchPublicGames = async (): Promise<readonly PublicGame[]> =>
  (await answerOf(ownServer.GET('/api/v1/games/live'))).games;

/** Returns the games to show: those on screen keep their places, and others take the places of games that have ended. */
export function nextShown(
  shown: readonly PublicGame[],
  listed: readonly PublicGame[],
  most: number,
): readonly PublicGame[] {
  const running = new Map(listed.map((one) => [one.game, one]));
  const kept = shown.slice(0, most);
  const others = listed.filter(({ game }) => !kept.some((one) => one.game === game));
  const next = kept.flatMap(({ game }) => running.get(game) ?? others.shift() ?? []);
  return [...next, ...others].slice(0, most);
}
