//! The challenges made on this device: open ones, and those with an answer that the visitor has not seen. They are kept
//! after the visitor has left their page.
import { onStoredElsewhere, readStored, store } from '../base/storage';
import { other } from '../game/color';
import { playerName } from '../base/playerName';
import type { Color } from '../lib/rules';
import { FIRST_MS } from './background';
import { http, statusOf, type Challenge, type SharedGame } from './http';
import { refreshRunningGames } from './runningGames.svelte';
import { identity } from './session.svelte';

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

type ChallengeState =
  | Answer
  | { readonly kind: 'open'; readonly challenge: Challenge }
  /** The visitor is at the board, but if the game is aborted, the challenge reopens. */
  | { readonly kind: 'playing'; readonly challenge: Challenge }
  | { readonly kind: 'over' };

const OWN = 'friend.made';
/** The games that the visitor has been notified of and whose challenges may reopen. */
const NOTIFIED = 'friend.told';
/** The server's limit of open challenges per guest. The oldest are dropped first. */
const MOST = 20;

function readIds(value: unknown): string[] | undefined {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(-MOST) : undefined;
}

const readStoredIds = (): string[] => readStored(OWN, readIds) ?? [];

let ids: readonly string[] = $state.raw(readStoredIds());
/** The states by challenge, and the person who fetched them: another person on this device has other challenges. */
let fetched: { readonly person: string | undefined; readonly states: ReadonlyMap<string, ChallengeState> } =
  $state.raw({ person: undefined, states: new Map() });
let refreshes = 0;

const isOpen = (state: ChallengeState): boolean =>
  state.kind === 'open' || (state.kind === 'missed' && state.challenge.state === 'open');
const isNotified = (game: string): boolean => readStored(NOTIFIED, readIds)?.includes(game) ?? false;

const states = (): ReadonlyMap<string, ChallengeState> =>
  fetched.person === identity()?.person ? fetched.states : new Map();

function keepStates(changed: ReadonlyMap<string, ChallengeState>): void {
  fetched = { person: identity()?.person, states: changed };
}

const knownStates = (): ChallengeState[] => ids.flatMap((id) => states().get(id) ?? []);

/** Returns the challenges that can be accepted, as last fetched. */
export const openChallenges = (): Challenge[] =>
  knownStates().flatMap((state) => ('challenge' in state && isOpen(state) ? [state.challenge] : []));

/** Returns the answers that the visitor has not seen. */
export const answers = (): Answer[] =>
  knownStates().flatMap((state) =>
    state.kind === 'open' || state.kind === 'playing' || state.kind === 'over' ? [] : [state],
  );

/** Returns true if a challenge can still be answered. */
export const isAnyOpen = (): boolean =>
  ids.some((id) => {
    const state = states().get(id);
    return state === undefined || isOpen(state) || state.kind === 'playing';
  });

/** Returns true if a challenge was made on this device. */
export const isOwnChallenge = (id: string): boolean => ids.includes(id);

function keep(changed: readonly string[]): void {
  ids = changed;
  store(OWN, changed);
}

/** Stores a new challenge. */
export function rememberChallenge(id: string): void {
  keep([...readStoredIds().filter((made) => made !== id), id].slice(-MOST));
}

/** Forgets a challenge that is settled or whose answer has been seen. */
export function forgetChallenge(id: string): void {
  keep(readStoredIds().filter((made) => made !== id));
}

/** Forgets all challenges, because another person uses the device. */
export const forgetAllChallenges = (): void => keep([]);

/** Forgets an answer that the visitor has seen. The challenge stays if it can be accepted again. */
export function forgetAnswer(answer: Answer): void {
  const { id } = answer.challenge;
  if (answer.kind === 'begun' || (answer.kind === 'missed' && isOpen(answer))) {
    store(NOTIFIED, [...(readStored(NOTIFIED, readIds) ?? []), answer.game].slice(-MOST));
    keepStates(new Map(states()).set(id, afterNotice(answer)));
  } else {
    forgetChallenge(id);
  }
}

/** Returns the state of a challenge after the visitor has been notified of its game. */
function afterNotice(state: ChallengeState): ChallengeState {
  if ((state.kind !== 'begun' && state.kind !== 'missed') || !isNotified(state.game)) return state;
  const { challenge } = state;
  if (state.kind === 'begun') return { kind: 'playing', challenge };
  return isOpen(state) ? { kind: 'open', challenge } : state;
}

/** Follows changes made in other tabs. Returns a function that stops it. */
export const followOwnChallenges = (): (() => void) =>
  onStoredElsewhere([OWN, NOTIFIED], () => {
    ids = readStoredIds();
    keepStates(new Map([...states()].map(([id, state]) => [id, afterNotice(state)])));
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

async function begun(challenge: Challenge, id: string): Promise<ChallengeState> {
  const game = await http.game(id);
  const { side, ended } = game;
  if (side === undefined) return { kind: 'over' };
  const wasThere = hasMoved(game, side);
  if (ended ? wasThere || hasLeft(game) : wasThere && hasMoved(game, other(side))) return { kind: 'over' };
  if (!ended && (wasThere || isNotified(id))) return { kind: 'playing', challenge };
  return {
    kind: ended ? 'missed' : 'begun',
    challenge,
    game: id,
    opponent: playerName(game.seats[other(side)]),
  };
}

/** Returns the state of a challenge that can be accepted, perhaps again after a game that the challenger has missed. */
async function reopened(challenge: Challenge, aborted: string | undefined): Promise<ChallengeState> {
  const open: ChallengeState = { kind: 'open', challenge };
  if (aborted === undefined || isNotified(aborted)) return open;
  const state = await begun(challenge, aborted);
  return state.kind === 'missed' ? state : open;
}

/** Fetches the state of a challenge; the previous state if that fails temporarily. */
async function fetchState(id: string): Promise<ChallengeState | undefined> {
  const before = states().get(id);
  if (before && !isOpen(before) && before.kind !== 'begun' && before.kind !== 'playing') return before;
  try {
    const challenge = await http.challenge(id);
    const { state, game, yours, abortedGame } = challenge;
    if (!yours) return { kind: 'over' };
    if (state === 'open') return await reopened(challenge, abortedGame);
    if (state === 'declined') return { kind: state, challenge };
    return game === undefined ? { kind: 'over' } : await begun(challenge, game);
  } catch (error) {
    // The challenge has gone, or it is that of another person who has played on this device.
    return [403, 404].includes(statusOf(error) ?? 0) ? { kind: 'over' } : before;
  }
}

/** Fetches the state of all challenges. */
export async function refreshOwnChallenges(): Promise<void> {
  refreshes += 1;
  const refresh = refreshes;
  const person = identity()?.person;
  // A later call has newer results, and another person has other challenges.
  const isOutdated = (): boolean => refresh !== refreshes || person !== identity()?.person;
  const found = new Map<string, ChallengeState>();
  const asked = ids;
  for (const [at, state] of (await Promise.all(asked.map(fetchState))).entries()) {
    const id = asked[at];
    if (id !== undefined && state) found.set(id, state);
  }
  if (isOutdated()) return;
  const hasBegun = [...found].some(
    ([id, { kind }]) => kind === 'begun' && states().get(id)?.kind !== 'begun',
  );
  // A slightly outdated list of games is harmless.
  if (hasBegun) await refreshRunningGames('now').catch(() => undefined);
  if (isOutdated()) return;
  keepStates(found);
  for (const [id, { kind }] of found) if (kind === 'over') forgetChallenge(id);
}
