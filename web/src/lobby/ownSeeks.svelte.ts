//! The seeks made on this device: those that wait, and those whose game has begun but has not been seen by the visitor.
//! They are kept when the visitor leaves the lobby.
import { onStoredElsewhere, readStored, store } from '../base/storage';
import { other } from '../game/color';
import { http as games, statusOf } from '../live/http';
import { refreshRunningGames } from '../live/runningGames.svelte';
import { identity } from '../live/session.svelte';
import { http, isLive, type Seek } from './http';

/** A stored seek. Only its maker may fetch its game, because the request of another person would take the seek. */
interface OwnSeek {
  readonly id: string;
  readonly person: string;
}

/** A game that has begun from a seek of the visitor. */
export interface SeekAnswer {
  readonly seek: string;
  /** A missed game ended before the visitor arrived. */
  readonly kind: 'begun' | 'missed';
  readonly game: string;
  readonly opponent: string;
  readonly variant: string;
  readonly isLive: boolean;
}

const OWN = 'lobby.seeks';
const GAMES = 'lobby.games';
/** The maximum number of stored seeks and games. The oldest are deleted first. */
const MOST = 20;

function readSeeks(value: unknown): OwnSeek[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const isSeek = (one: unknown): one is OwnSeek =>
    typeof one === 'object' &&
    one !== null &&
    typeof (one as OwnSeek).id === 'string' &&
    typeof (one as OwnSeek).person === 'string';
  return value.filter(isSeek).slice(-MOST);
}

const readStoredSeeks = (): OwnSeek[] => readStored(OWN, readSeeks) ?? [];

let stored: readonly OwnSeek[] = $state.raw(readStoredSeeks());
let found: ReadonlyMap<string, SeekAnswer> = $state.raw(new Map());
let refreshes = 0;
/** The seeks that were withdrawn or seen in this tab. A list may be older than that. */
const forgotten = new Set<string>();
/** The visitor's live seeks in the newest list of the lobby. */
let listedBefore: readonly string[] = [];

const own = (): OwnSeek[] => stored.filter(({ person }) => person === identity()?.person);

/** Returns true if a seek made on this device waits. */
export const isAnyWaiting = (): boolean => own().some(({ id }) => !found.has(id));

/** Returns the begun games that the visitor has not seen. */
export const seekAnswers = (): SeekAnswer[] => own().flatMap(({ id }) => found.get(id) ?? []);

function keep(changed: readonly OwnSeek[]): void {
  stored = changed;
  store(OWN, changed);
}

/** Stores a seek that waits. */
export function rememberSeek(id: string): void {
  const person = identity()?.person;
  if (person !== undefined)
    keep([...readStoredSeeks().filter((one) => one.id !== id), { id, person }].slice(-MOST));
}

/** Deletes a seek that was withdrawn, or whose game has been seen. */
export function forgetSeek(id: string): void {
  forgotten.add(id);
  drop(id);
}

const drop = (id: string): void => keep(readStoredSeeks().filter((one) => one.id !== id));

/** Removes from a list the seeks that the visitor has withdrawn here. */
export const withoutForgotten = (list: readonly Seek[]): Seek[] =>
  list.filter(({ id }) => !forgotten.has(id));

/**
 * Stores those of the visitor's live seeks that a list of the lobby has: the answer to the post may have been lost, or
 * the page was reloaded during the request. If one is no longer listed, its game may have begun without a message.
 */
export async function followListedSeeks(list: readonly Seek[]): Promise<void> {
  const live = withoutForgotten(list.filter((seek) => seek.yours && isLive(seek))).map(({ id }) => id);
  const known = own().map(({ id }) => id);
  for (const id of live) if (!known.includes(id)) rememberSeek(id);
  const isGone = listedBefore.some((id) => known.includes(id) && !live.includes(id));
  listedBefore = live;
  if (isGone) await refreshOwnSeeks();
}

const readIds = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(-MOST) : undefined;

/** Stores that a game has begun from the lobby. */
export function rememberLobbyGame(game: string): void {
  store(GAMES, [...(readStored(GAMES, readIds) ?? []).filter((id) => id !== game), game].slice(-MOST));
}

/** Returns true if a game has begun from the lobby on this device. */
export const isLobbyGame = (game: string): boolean => readStored(GAMES, readIds)?.includes(game) ?? false;

/** Follows changes made in other tabs. Returns a function that stops it. */
export const followOwnSeeks = (): (() => void) =>
  onStoredElsewhere([OWN], () => (stored = readStoredSeeks()));

/** Returns the begun game of a seek; undefined while the seek waits, and `over` if there is none. */
async function answerTo(seek: string): Promise<SeekAnswer | 'over' | undefined> {
  const known = found.get(seek);
  try {
    const { game } = known ?? (await http.take(seek));
    const { side, seats, variant, terms, ended, acts } = await games.game(game);
    const wasThere = acts.some((act) => act.fact.kind === 'moved' && act.side === side);
    // The visitor has played it on another device.
    if (side === undefined || wasThere) {
      rememberLobbyGame(game);
      return 'over';
    }
    const kind = ended ? 'missed' : 'begun';
    return {
      seek,
      kind,
      game,
      opponent: seats[other(side)].name,
      variant,
      isLive: terms.clock !== undefined,
    };
  } catch (error) {
    // The server does not let the maker take a waiting seek.
    return statusOf(error) === 410 ? 'over' : known;
  }
}

/** Fetches the state of all seeks made on this device. */
export async function refreshOwnSeeks(): Promise<void> {
  const asked = own();
  if (asked.length === 0) return;
  refreshes += 1;
  const refresh = refreshes;
  const list = await http.seeks().catch(() => undefined);
  if (!list) return;
  const listed = new Map(list.map(({ id, yours = false }) => [id, yours]));
  const answers = await Promise.all(
    asked.map(async ({ id, person }) => {
      const isOurs = listed.get(id);
      if (isOurs === true || person !== identity()?.person) return undefined;
      return isOurs === false ? 'over' : answerTo(id);
    }),
  );
  const begun = answers.filter((answer) => typeof answer === 'object');
  const isNews = begun.some(({ seek, kind }) => kind === 'begun' && found.get(seek)?.kind !== kind);
  for (const { game } of begun) rememberLobbyGame(game);
  // A slightly outdated list of games is harmless.
  if (isNews) await refreshRunningGames('now').catch(() => undefined);
  // A later call has newer results.
  if (refresh !== refreshes) return;
  found = new Map(begun.map((answer) => [answer.seek, answer]));
  for (const [at, answer] of answers.entries()) if (answer === 'over') drop(asked[at]?.id ?? '');
}
