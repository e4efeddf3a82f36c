//! Sentences about the state of a game and of its connection. For use in components.
import { plural, t } from '../../base/messages.svelte';
import { online } from '../../base/online.svelte';
import { UNCONFIRMED_MS } from '../../live/clocks';
import { opponentOf } from '../../game/color';
import { playerName } from '../../base/playerName';
import type { LiveGame } from '../../live/game.svelte';
import { connection, lostAt, connectionState } from '../../live/live.svelte';
import { leaveEnd } from '../../live/leaves';
import { isCorrespondence, leftInWords, momentName, namedTerms } from '../../live/terms';
import type { Demand } from './demands';
import type { PlanReach } from './plans/plan';
import type { Rematch } from './rematch.svelte';
import type { TableClaim } from './tableClaim.svelte';
import { sentenceOf } from './verdict';

/** The data behind the state of a game. */
export interface GameState {
  readonly live: LiveGame;
  readonly rematch: Rematch;
  readonly demands: readonly Demand[];
  readonly planned: PlanReach;
  /** The result that the player can claim. */
  readonly claim: TableClaim | undefined;
  /** The server time in milliseconds. */
  readonly now: number;
}

/** Returns whose turn it is, or how the game ended. */
export function statusOf(live: LiveGame, now: number): string {
  const over = sentenceOf(live);
  if (over !== undefined) return over;
  if (live.isPending) return pendingIn(live, now);
  const opponent = opponentOf(live.side);
  if (live.isOwnTurn) return t('play.status.you');
  return t('live.status.theirs', { name: playerName(live.shared.seats[opponent ?? live.head.turn]) });
}

/** The maximum time that a healthy server takes to store a move. */
const STORED_MS = 5000;
/** The maximum silence of a healthy server, which is pinged every 2.5 s. */
const SILENT_MS = 4000;

function pendingIn({ pendingSince = 0, shared }: LiveGame, now: number): string {
  const isCut = lostAt() !== undefined;
  // A server that answers pings but not the move cannot store it; with a full disk, for example, it keeps trying.
  const isUnstored = !isCut && now - pendingSince > STORED_MS && connection().silentMs < SILENT_MS;
  if (isUnstored) return t('live.status.unstored');
  if (!isCut && now - pendingSince < UNCONFIRMED_MS) return t('live.status.sending');
  const status = t(isCut ? 'live.status.kept' : 'live.status.sending');
  return shared.terms.clock ? `${status} ${t('live.status.runs')}` : status;
}

/** Returns the seconds left for a first move (T.3); undefined if none is awaited. */
export function firstMoveLeft(live: LiveGame, now: number): number | undefined {
  if (!live.shared.terms.clock || live.haveBothMoved || live.deadline === undefined) return undefined;
  return Math.max(0, Math.ceil((live.deadline - now) / 1000));
}

/** Returns the unanswered offers, leaves, added time, a possible claim, and the reach of the planned lines. */
export function pendingMatters({
  live,
  planned,
  claim,
  now,
}: Omit<GameState, 'rematch' | 'demands'>): string[] {
  const { side, shared } = live;
  const seen = side === undefined ? live.offers : [];
  const theirs = seen.map(({ what, side: by }) =>
    t(`live.offer.${what}`, { name: playerName(shared.seats[by]) }),
  );
  const own = (['draw', 'takeback'] as const)
    .filter((what) => live.offerOf(side, what) !== undefined)
    .map((what) => t(`live.offered.${what}`));
  const claimed = claim ? [t(`live.table.note.${claim.value}`)] : [];
  return [...theirs, ...own, ...leavesIn(live, now), ...addedIn(live), ...claimed, ...plansIn(planned)];
}

function leavesIn({ correspondence, side, shared, ended }: LiveGame, now: number): string[] {
  return (['white', 'black'] as const).flatMap((color) => {
    const end = ended ? undefined : leaveEnd(correspondence.leaves[color], now);
    if (end === undefined) return [];
    const time = momentName(end, now);
    if (color === side) return [t('live.leave.yours', { time })];
    return [t('live.leave.theirs', { name: playerName(shared.seats[color]), time })];
  });
}

function addedIn({ correspondence: { added }, side, shared, ended }: LiveGame): string[] {
  if (!added || ended || !isCorrespondence(shared.terms)) return [];
  const time = leftInWords(added.ms);
  if (added.side === side) return [t('live.added.yours', { time })];
  return [t('live.added.theirs', { name: playerName(shared.seats[added.side]), time })];
}

function plansIn({ lines, depth }: PlanReach): string[] {
  if (lines === 0) return [];
  const moves = plural('friend.plan.moves', depth);
  return [t('friend.plan.reach', { lines: plural('friend.plan.count', lines), moves })];
}

/** Returns the connection problem of a game; undefined if there is none. */
export function troubleOf({ isPending }: LiveGame): string | undefined {
  const now = connectionState();
  // If no move can be sent, a working network would not help.
  if (now === 'refused') return t('live.connection.refused');
  // The status of the unconfirmed move mentions the rest.
  if (!online()) return t(isPending ? 'live.connection.offline.short' : 'live.connection.offline');
  switch (now) {
    case 'idle':
    case 'open':
      return undefined;
    case 'connecting':
    case 'lost':
      return t('live.connection.lost');
    case 'polling':
      return t('live.connection.polling');
    case 'elsewhere':
      return t('live.connection.elsewhere');
  }
}

/** Returns the terms of a running game; the end of a rated one shows the ratings instead. */
export const shownTerms = ({ ended, shared }: LiveGame): string | undefined =>
  ended ? undefined : namedTerms(shared.terms);

/** Returns the premoves as text. */
export const plannedIn = ({ premoves }: LiveGame): string =>
  t('live.premoves', { list: premoves.map(({ from, to }) => `${from}–${to}`).join(', ') });
