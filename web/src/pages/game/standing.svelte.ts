//! The state of a game in words, and the state of its connection. For components.
import { t } from '../../app/messages.svelte';
import { online } from '../../app/online.svelte';
import { PATIENCE_MS } from '../../live/clocks';
import { opponentOf, type LiveGame } from '../../live/game.svelte';
import { connection, lostAt, standing } from '../../live/live.svelte';
import { sentenceOf } from './verdict';

/** Returns whose turn it is, or how the game ended. */
export function statusOf(live: LiveGame, now: number): string {
  const over = sentenceOf(live);
  if (over !== undefined) return over;
  if (live.isPending) return pendingIn(live, now);
  const opponent = opponentOf(live.side);
  if (opponent === undefined) return t(`play.status.${live.head.turn}`);
  if (live.isOwnTurn) return t('play.status.you');
  return t('live.status.theirs', { name: live.shared.seats[opponent].name });
}

/** How long a server takes at most to store a move. */
const STORED_MS = 5000;
/** How often it says something at least: it is asked every 2.5 s. */
const HEARD_MS = 4000;

function pendingIn({ pendingSince = 0, shared }: LiveGame, now: number): string {
  const isCut = lostAt() !== undefined;
  // A server that answers, but not this, cannot store it: that of a full disk goes on trying.
  const isUnstored = !isCut && now - pendingSince > STORED_MS && connection().silentMs < HEARD_MS;
  if (isUnstored) return t('live.status.unstored');
  if (!isCut && now - pendingSince < PATIENCE_MS) return t('live.status.sending');
  const status = t(isCut ? 'live.status.kept' : 'live.status.sending');
  return shared.terms.clock ? `${status} ${t('live.status.runs')}` : status;
}

/** Returns the seconds left for a first move (T.3); nothing where none is awaited. */
export function firstMoveLeft(live: LiveGame, now: number): number | undefined {
  if (!live.shared.terms.clock || live.haveBothMoved || live.deadline === undefined) return undefined;
  return Math.max(0, Math.ceil((live.deadline - now) / 1000));
}

/** Returns what is wrong with the connection; nothing if all is well. */
export function troubleOf(): string | undefined {
  const now = standing();
  // Where no move can be sent, a network would change nothing.
  if (now === 'refused') return t('live.connection.refused');
  if (!online()) return t('live.connection.offline');
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

/** Returns the premoves. */
export const plannedIn = ({ premoves }: LiveGame): string =>
  t('live.premoves', { list: premoves.map(({ from, to }) => `${from}–${to}`).join(', ') });
