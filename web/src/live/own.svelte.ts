//! The visitor's games that have not ended: how many wait for a move, and which is next. Asked for seldom, and only by who
//! has a session.
import { http, statusOf, type GameList, type ListedGame } from './http';
import { forgetSession, who } from './session.svelte';

/** As many as one list holds. */
const PAGE = 50;
/** As many lists as are asked for. */
const MOST_PAGES = 10;
/** How long what was heard is good enough. */
const FRESH_MS = 20_000;

/** The games of somebody: the visitor may have become somebody else since. */
interface Heard {
  readonly person: string | undefined;
  readonly games: readonly ListedGame[];
}

let running: Heard | undefined = $state.raw();
let asked: { person: string | undefined; at: number } | undefined;

/** The games as they were heard of last; none before that. */
export const runningGames = (): readonly ListedGame[] => (who() && isHeard() ? (running?.games ?? []) : []);

/** Returns the number of games that wait for the visitor, other than the one that is shown. */
export const waitingGames = (shown: string | undefined): number =>
  runningGames().filter(({ game, yourTurn }) => yourTurn && game !== shown).length;

/** Whether they have been heard of. */
export const isHeard = (): boolean => running !== undefined && running.person === who()?.person;

/** Those that wait for the visitor first, then by deadline, those without one last. */
export function inOrder(games: readonly ListedGame[]): ListedGame[] {
  const due = ({ deadline }: ListedGame): number => deadline ?? Infinity;
  const turn = ({ yourTurn }: ListedGame): number => (yourTurn ? 0 : 1);
  return [...games].sort(
    (one, other) =>
      turn(one) - turn(other) ||
      (due(one) === due(other) ? one.startedAt - other.startedAt : due(one) - due(other)),
  );
}

/** The next game of days that waits for the visitor, other than one. */
export const nextOf = (games: readonly ListedGame[], except: string): ListedGame | undefined =>
  inOrder(games).find(({ game, terms, yourTurn }) => yourTurn && terms.days !== undefined && game !== except);

/** The next game of days that waits for the visitor, other than the one that is shown. */
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

/** Asks for the visitor's games, unless that has just been done. */
export async function hearOfGames(how: 'seldom' | 'now' = 'seldom'): Promise<void> {
  const person = who()?.person;
  const isFresh = asked !== undefined && asked.person === person && Date.now() - asked.at < FRESH_MS;
  if (!who() || (how === 'seldom' && isFresh)) return;
  asked = { person, at: Date.now() };
  try {
    const games = await readRunning();
    // Whoever has become somebody else meanwhile has other games.
    if (who()?.person === person) running = { person, games };
  } catch (error) {
    asked = undefined;
    if (statusOf(error) === 401) forgetSession();
    throw error;
  }
}
