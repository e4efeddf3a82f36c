//! The challenges that were made on this device: those that wait for somebody, and those that have an answer which the
//! visitor has not seen yet. Who has left their page finds them again.
import { onStoredElsewhere, readStored, store } from '../base/storage';
import { other } from '../game/color';
import type { Color } from '../lib/rules';
import { FIRST_MS } from './background';
import { http, statusOf, type Challenge, type SharedGame } from './http';
import { hearOfGames } from './own.svelte';

/** What somebody has answered. */
export type Answer =
  | {
      /** The game goes on, or it has ended without the maker. */
      readonly kind: 'begun' | 'missed';
      readonly challenge: Challenge;
      readonly game: string;
      readonly opponent: string;
    }
  | { readonly kind: 'declined'; readonly challenge: Challenge };

type Fate =
  | Answer
  | { readonly kind: 'open'; readonly challenge: Challenge }
  /** The visitor is at the board, but an aborted game would open the challenge again. */
  | { readonly kind: 'playing'; readonly challenge: Challenge }
  | { readonly kind: 'over' };

const MADE = 'friend.made';
/** The games that the visitor was told of, whose challenges can be open again. */
const TOLD = 'friend.told';
/** As many as the server lets a guest have open at once. The oldest are forgotten first. */
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

/** Those that can be accepted, as they were heard of last. */
export const openChallenges = (): Challenge[] =>
  known().flatMap((fate) => ('challenge' in fate && isOpen(fate) ? [fate.challenge] : []));

/** Answers that the visitor has not seen. */
export const answers = (): Answer[] =>
  known().flatMap((fate) =>
    fate.kind === 'open' || fate.kind === 'playing' || fate.kind === 'over' ? [] : [fate],
  );

/** Whether somebody may still answer one. */
export const isAnyOpen = (): boolean =>
  ids.some((id) => {
    const fate = fates.get(id);
    return fate === undefined || isOpen(fate) || fate.kind === 'playing';
  });

/** Whether a challenge was made here. */
export const isMade = (id: string): boolean => ids.includes(id);

function keep(changed: readonly string[]): void {
  ids = changed;
  store(MADE, changed);
}

/** Remembers a challenge that was made. */
export function rememberMade(id: string): void {
  keep([...readMade().filter((made) => made !== id), id].slice(-MOST));
}

/** Forgets a challenge: nothing more comes of it, or the visitor has seen what has. */
export function forgetMade(id: string): void {
  keep(readMade().filter((made) => made !== id));
}

/** Forgets all: another person uses the device. */
export const forgetAllMade = (): void => keep([]);

/** Forgets an answer that the visitor has seen; its challenge stays if it may be accepted again. */
export function forgetAnswer(answer: Answer): void {
  const { id } = answer.challenge;
  if (answer.kind === 'begun' || (answer.kind === 'missed' && isOpen(answer))) {
    store(TOLD, [...(readStored(TOLD, readIds) ?? []), answer.game].slice(-MOST));
    fates = new Map(fates).set(id, onceTold(answer));
  } else {
    forgetMade(id);
  }
}

/** The fate of a challenge once the visitor was told of its game. */
function onceTold(fate: Fate): Fate {
  if ((fate.kind !== 'begun' && fate.kind !== 'missed') || !isTold(fate.game)) return fate;
  const { challenge } = fate;
  if (fate.kind === 'begun') return { kind: 'playing', challenge };
  return isOpen(fate) ? { kind: 'open', challenge } : fate;
}

/** Hears of what other tabs remember and forget. Returns how to hear no more. */
export const followMade = (): (() => void) =>
  onStoredElsewhere([MADE, TOLD], () => {
    ids = readMade();
    fates = new Map([...fates].map(([id, fate]) => [id, onceTold(fate)]));
  });

/** Whether a side has moved: the maker may have done so on another device. */
const hasMoved = ({ acts }: SharedGame, side: Color): boolean =>
  acts.some((act) => act.fact.kind === 'moved' && act.side === side);

/** Whether the maker has ended the game: on another device, for it would not be asked about here. */
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

/** The fate of a challenge that can be accepted, perhaps once more after a game that the maker has missed. */
async function reopened(challenge: Challenge, aborted: string | undefined): Promise<Fate> {
  const open: Fate = { kind: 'open', challenge };
  if (aborted === undefined || isTold(aborted)) return open;
  const fate = await begun(challenge, aborted);
  return fate.kind === 'missed' ? fate : open;
}

/** What has become of a challenge; nothing new if that cannot be told just then. */
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

/** Asks what has become of them. */
export async function lookAfterMade(): Promise<void> {
  looks += 1;
  const look = looks;
  const found = new Map<string, Fate>();
  const asked = ids;
  for (const [at, fate] of (await Promise.all(asked.map(fateOf))).entries()) {
    const id = asked[at];
    if (id !== undefined && fate) found.set(id, fate);
  }
  // A later look knows more.
  if (look !== looks) return;
  const isNews = [...found].some(([id, { kind }]) => kind === 'begun' && fates.get(id)?.kind !== 'begun');
  // A list of games that is a while old does no harm.
  if (isNews) await hearOfGames('now').catch(() => undefined);
  fates = found;
  for (const [id, { kind }] of found) if (kind === 'over') forgetMade(id);
}
