//! The demands of a game on its player apart from moves: offers to answer, an absent opponent, a rematch.
import { t } from '../../base/messages.svelte';
import { notify } from '../../base/notices.svelte';
import { signInPath } from '../../base/routes';
import { navigate, place } from '../../shell/router.svelte';
import { signedOut } from '../../live/session.svelte';
import { opponentOf } from '../../game/color';
import { playerName } from '../../base/playerName';
import type { LiveGame } from '../../live/game.svelte';
import type { Rematch } from './rematch.svelte';

/** A button of a demand. */
export interface Answer {
  readonly label: string;
  readonly run: () => void;
}

export interface Demand {
  /** Constant for as long as the demand lasts. */
  readonly key: string;
  readonly text: string;
  /** The text for the browser tab. */
  readonly tab: string;
  /** The most common answer comes first. */
  readonly answers: readonly Answer[];
}

/** Returns the demands of a game, the most urgent first. */
export function demandsOf(live: LiveGame, rematch: Rematch, now: number): Demand[] {
  if (live.side === undefined) return live.ended ? [] : signedOutOf(live);
  return live.ended ? rematchIn(live, rematch) : [...offersIn(live), ...absenceIn(live, now)];
}

/** Returns the demand of a device that was signed out during its game and can only watch. */
function signedOutOf({ shared: { seats } }: LiveGame): Demand[] {
  const person = signedOut();
  if (!person || ![seats.white, seats.black].some((seat) => seat.person === person.person)) return [];
  const how = (): void => void notify(t('live.signedOut.how'), { seconds: 20 });
  const answers =
    person.guest === undefined
      ? [{ label: t('account.signIn'), run: () => navigate(signInPath(place().path)) }]
      : [{ label: t('live.signedOut.again'), run: how }];
  return [{ key: 'signedOut', text: t('live.signedOut'), tab: t('live.tab.signedOut'), answers }];
}

function offersIn(live: LiveGame): Demand[] {
  const opponent = opponentOf(live.side);
  const name = opponent === undefined ? '' : playerName(live.shared.seats[opponent]);
  const theirs = live.offers.filter(({ side }) => side === opponent);
  return theirs.map(({ what, seq }) => ({
    key: `${what} ${seq}`,
    text: t(`live.offer.${what}`, { name }),
    tab: t(`live.tab.${what}`),
    answers: [
      { label: t('friend.accept'), run: () => void live.act('yes', seq) },
      { label: t('live.offer.decline'), run: () => void live.act('no', seq) },
    ],
  }));
}

function absenceIn(live: LiveGame, now: number): Demand[] {
  const opponent = opponentOf(live.side);
  const seen = opponent && live.seen[opponent];
  if (!seen || seen.isHere || seen.goneAt === undefined) return [];
  const name = playerName(live.shared.seats[opponent]);
  const seconds = Math.max(0, Math.ceil((seen.goneAt - now) / 1000));
  if (seconds > 0)
    return [{ key: 'gone', text: t('live.gone', { name, seconds }), tab: t('live.tab.gone'), answers: [] }];
  const answers = [
    { label: t('live.claim.win'), run: () => void live.act('claimWin') },
    { label: t('live.claim.draw'), run: () => void live.act('claimDraw') },
  ];
  return [{ key: 'claim', text: t('live.claim', { name }), tab: t('live.tab.claim'), answers }];
}

function rematchIn(live: LiveGame, rematch: Rematch): Demand[] {
  const opponent = opponentOf(live.side);
  if (rematch.offered === undefined || opponent === undefined) return [];
  const answers = [
    { label: t('friend.accept'), run: () => void rematch.accept() },
    { label: t('live.offer.decline'), run: () => void rematch.decline() },
  ];
  return [
    {
      key: `rematch ${rematch.offered}`,
      text: t(`live.rematch.wanted.${rematch.kind}`, { name: playerName(live.shared.seats[opponent]) }),
      tab: t('live.tab.rematch'),
      answers,
    },
  ];
}
