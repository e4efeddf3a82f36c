//! The visitor's running games: the number that wait for a move, and the next one. Fetched rarely, and never without a
//! session.
import { http, statusOf, type GameList, type ListedGame } from './http';
import { forgetSession, identity } from './session.svelte';

/** The number of games per list. */
const PAGE = 50;
/** The maximum number of lists. */
const MOST_PAGES = 10;
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

/** Returns the next correspondence game that waits for the visitor, except a given one. */
export const nextOf = (games: readonly ListedGame[], except: string): ListedGame | undefined =>
  inOrder(games).find(({ game, terms, yourTurn }) => yourTurn && terms.days !== undefined && game !== except);

/** Returns the id of the next correspondence game that waits for the visitor, except the one on screen. */
export const nextGame = (except: string): string | undefined => nextOf(runningGames(), except)?.game;

async function readRunning(): Promise<ListedGame[]> {
  const games: ListedGame[] = [];
  let before: GameList['more'];
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const list = await http.myGames({
      state: 'running',
      limit: PAGE,
      ...(before === undefined ? {} : { before }),
    });
    games.push(...list.games);
    before = list.more;
    if (before === undefined) break;
  }
  return games;
}

/** Fetches the visitor's games, unless that has just been done. */
export async function refreshRunningGames(how: 'if stale' | 'now' = 'if stale'): Promise<void> {
  const person = identity()?.person;
  const isFresh =
    lastFetch !== undefined && lastFetch.person === person && Date.now() - lastFetch.at < FRESH_MS;
  if (!identity() || (how === 'if stale' && isFresh)) return;
  lastFetch = { person, at: Date.now() };
  try {
    const games = await readRunning();
    // If the visitor has changed identity in the meantime, these are not their games.
    if (identity()?.person === person) running = { person, games };
  } catch (error) {
    lastFetch = undefined;
    if (statusOf(error) === 401) forgetSession();
    throw error;
  }
}
