//! The challenges made on this device: open ones, and those with an answer that the visitor has not seen. They are kept
//! after the visitor has left their page.
import { onStoredElsewhere, readStored, store } from '../base/storage';
import { other } from '../game/color';
import type { Color } from '../lib/rules';
import { FIRST_MS } from './background';
import { http, statusOf, type Challenge, type SharedGame } from './http';
import { hearOfGames } from './own.svelte';

/** An answer to a challenge. */
export type Answer =
  | {
      /** The game is running, or it ended before the challenger came. */
      readonly kind: 'begun' | 'missed';
      readonly challenge: Challenge;
      readonly game: string;
      readonly opponent: string;
    }
  | { readonly kind: 'declined'; readonly challenge: Challenge };

type Fate =
  | Answer
  | { readonly kind: 'open'; readonly challenge: Challenge }
  /** The visitor is at the board, but if the game is aborted, the challenge reopens. */
  | { readonly kind: 'playing'; readonly challenge: Challenge }
  | { readonly kind: 'over' };

const MADE = 'friend.made';
/** The games that the visitor has been notified of and whose challenges may reopen. */
const TOLD = 'friend.told';
/** The server's limit of open challenges per guest. The oldest are dropped first. */
const MOST = 20;

function readIds(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(-MOST) : undefined;
}

const readMade = (): string[] => readStored(MADE, readIds) ?? [];

let ids: readonly string[] = $state.raw(readMade());
let fates: ReadonlyMap<string, Fate> = $state.raw(new Map());
let looks = 0;

const isOpen = (fate: Fate): boolean =>
  fate.kind === 'open' || (fate.kind === 'missed' && fate.challenge.state === 'open');
const isTold = (game: string): boolean => readStored(TOLD, readIds)?.includes(game) ?? false;

const known = (): Fate[] => ids.flatMap((id) => fates.get(id) ?? []);

/** Returns the challenges that can be accepted, as last fetched. */
export const openChallenges = (): Challenge[] =>
  known().flatMap((fate) => ('challenge' in fate && isOpen(fate) ? [fate.challenge] : []));

/** Returns the answers that the visitor has not seen. */
export const answers = (): Answer[] =>
  known().flatMap((fate) =>
    fate.kind === 'open' || fate.kind === 'playing' || fate.kind === 'over' ? [] : [fate],
  );

/** Returns true if a challenge can still be answered. */
export const isAnyOpen = (): boolean =>
  ids.some((id) => {
    const fate = fates.get(id);
    return fate === undefined || isOpen(fate) || fate.kind === 'playing';
  });

/** Returns true if a challenge was made on this device. */
export const isMade = (id: string): boolean => ids.includes(id);

function keep(changed: readonly string[]): void {
  ids = changed;
  store(MADE, changed);
}

/** Stores a new challenge. */
export function rememberMade(id: string): void {
  keep([...readMade().filter((made) => made !== id), id].slice(-MOST));
}

/** Forgets a challenge that is settled or whose answer has been seen. */
export function forgetMade(id: string): void {
  keep(readMade().filter((made) => made !== id));
}

/** Forgets all challenges, because another person uses the device. */
export const forgetAllMade = (): void => keep([]);

/** Forgets an answer that the visitor has seen. The challenge stays if it can be accepted again. */
export function forgetAnswer(answer: Answer): void {
  const { id } = answer.challenge;
  if (answer.kind === 'begun' || (answer.kind === 'missed' && isOpen(answer))) {
    store(TOLD, [...(readStored(TOLD, readIds) ?? []), answer.game].slice(-MOST));
    fates = new Map(fates).set(id, onceTold(answer));
  } else {
    forgetMade(id);
  }
}

/** Returns the state of a challenge after the visitor has been notified of its game. */
function onceTold(fate: Fate): Fate {
  if ((fate.kind !== 'begun' && fate.kind !== 'missed') || !isTold(fate.game)) return fate;
  const { challenge } = fate;
  if (fate.kind === 'begun') return { kind: 'playing', challenge };
  return isOpen(fate) ? { kind: 'open', challenge } : fate;
}

/** Follows changes made in other tabs. Returns a function that stops it. */
export const followMade = (): (() => void) =>
  onStoredElsewhere([MADE, TOLD], () => {
    ids = readMade();
    fates = new Map([...fates].map(([id, fate]) => [id, onceTold(fate)]));
  });

/** Returns true if a side has moved, possibly on another device. */
const hasMoved = ({ acts }: SharedGame, side: Color): boolean =>
  acts.some((act) => act.fact.kind === 'moved' && act.side === side);

/** Returns true if the challenger has ended the game on another device; on this one, the challenge would be settled. */
function hasLeft({ acts, side, ended, startedAt }: SharedGame): boolean {
  const last = acts.at(-1);
  if (!ended || !last || last.side !== side) return false;
  const before = acts.at(-2)?.at ?? startedAt;
  return ended.reason === 'resigned' || (ended.reason === 'aborted' && last.at - before < FIRST_MS);
}

async function begun(challenge: Challenge, id: string): Promise<Fate> {
  const game = await http.game(id);
  const { side, ended } = game;
  if (side === undefined) return { kind: 'over' };
  const wasThere = hasMoved(game, side);
  if (ended ? wasThere || hasLeft(game) : wasThere && hasMoved(game, other(side))) return { kind: 'over' };
  if (!ended && (wasThere || isTold(id))) return { kind: 'playing', challenge };
  return { kind: ended ? 'missed' : 'begun', challenge, game: id, opponent: game.seats[other(side)].name };
}

/** Returns the state of a challenge that can be accepted, perhaps again after a game that the challenger has missed. */
async function reopened(challenge: Challenge, aborted: string | undefined): Promise<Fate> {
  const open: Fate = { kind: 'open', challenge };
  if (aborted === undefined || isTold(aborted)) return open;
  const fate = await begun(challenge, aborted);
  return fate.kind === 'missed' ? fate : open;
}

/** Fetches the state of a challenge; the previous state if that fails temporarily. */
async function fateOf(id: string): Promise<Fate | undefined> {
  const before = fates.get(id);
  if (before && !isOpen(before) && before.kind !== 'begun' && before.kind !== 'playing') return before;
  try {
    const challenge = await http.challenge(id);
    const { state, game, yours, abortedGame } = challenge;
    if (!yours) return { kind: 'over' };
    if (state === 'open') return await reopened(challenge, abortedGame);
    if (state === 'declined') return { kind: state, challenge };
    return game === undefined ? { kind: 'over' } : await begun(challenge, game);
  } catch (error) {
    return statusOf(error) === 404 ? { kind: 'over' } : before;
  }
}

/** Fetches the state of all challenges. */
export async function lookAfterMade(): Promise<void> {
  looks += 1;
  const look = looks;
  const found = new Map<string, Fate>();
  const asked = ids;
  for (const [at, fate] of (await Promise.all(asked.map(fateOf))).entries()) {
    const id = asked[at];
    if (id !== undefined && fate) found.set(id, fate);
  }
  // A later call has newer results.
  if (look !== looks) return;
  const isNews = [...found].some(([id, { kind }]) => kind === 'begun' && fates.get(id)?.kind !== 'begun');
  // A slightly outdated list of games is harmless.
  if (isNews) await hearOfGames('now').catch(() => undefined);
  fates = found;
  for (const [id, { kind }] of found) if (kind === 'over') forgetMade(id);
}
