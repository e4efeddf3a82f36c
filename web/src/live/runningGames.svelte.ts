//! The visitor's running games: the number that wait for a move, and the next one. Fetched rarely, and never without a
//! session.
import { newestOf } from '../base/newestOf';
import { http, statusOf, type GameList, type ListedGame } from './http';
import { forgetSession, identity } from './session.svelte';

/** The number of games per request. */
const PAGE = 50;
/** The time for which a list counts as fresh. */
const FRESH_MS = 20_000;

/** The games of one person: the visitor may have changed identity in the meantime. */
interface FetchedGames {
  readonly person: string | undefined;
  readonly games: readonly ListedGame[];
}

let running: FetchedGames | undefined = $state.raw();
let lastFetch: { person: string | undefined; at: number } | undefined;

/** Returns the running games as last fetched; empty before that. */
export const runningGames = (): readonly ListedGame[] =>
  identity() && isFetched() ? (running?.games ?? []) : [];

/** Returns the number of games that wait for the visitor, except the one on screen. */
export const waitingGames = (shown: string | undefined): number =>
  runningGames().filter(({ game, yourTurn }) => yourTurn && game !== shown).length;

/** Returns true if the games have been fetched. */
export const isFetched = (): boolean => running !== undefined && running.person === identity()?.person;

/** Sorts games: those that wait for the visitor first, then by deadline, with games without a deadline last. */
export function inOrder(games: readonly ListedGame[]): ListedGame[] {
  const due = ({ deadline }: ListedGame): number => deadline ?? Infinity;
  const turn = ({ yourTurn }: ListedGame): number => (yourTurn ? 0 : 1);
  return [...games].sort(
    (one, other) =>
      turn(one) - turn(other) ||
      (due(one) === due(other) ? one.startedAt - other.startedAt : due(one) - due(other)),
  );
}

/**
 * Returns the game that waits for the visitor after a given one, in the order of the list. After the last one the first
 * follows; undefined if no other game waits.
 */
export function nextOf(games: readonly ListedGame[], after: string | undefined): ListedGame | undefined {
  const ordered = inOrder(games);
  const at = ordered.findIndex(({ game }) => game === after);
  const later = ordered.filter(({ yourTurn }, place) => yourTurn && place > at);
  return later[0] ?? ordered.find(({ yourTurn, game }) => yourTurn && game !== after);
}

/** Returns the id of the game that waits for the visitor after a given one. */
export const nextGame = (after: string | undefined): string | undefined =>
  nextOf(runningGames(), after)?.game;

async function readRunning(): Promise<ListedGame[]> {
  const games: ListedGame[] = [];
  let before: GameList['more'];
  do {
    const list = await http.myGames({
      state: 'running',
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    games.push(...list.games);
    before = list.more;
  } while (before !== undefined);
  return games;
}

const readNewest = newestOf(readRunning);

/** Fetches the visitor's games, unless that has just been done. */
export async function refreshRunningGames(how: 'if stale' | 'now' = 'if stale'): Promise<void> {
  const person = identity()?.person;
  const isFresh =
    lastFetch !== undefined && lastFetch.person === person && Date.now() - lastFetch.at < FRESH_MS;
  if (!identity() || (how === 'if stale' && isFresh)) return;
  lastFetch = { person, at: Date.now() };
  try {
    const games = await readNewest();
    // If the visitor has changed identity in the meantime, these are not their games.
    if (games && identity()?.person === person) running = { person, games };
  } catch (error) {
    lastFetch = undefined;
    if (statusOf(error) === 401) forgetSession();
    throw error;
  }
}
