//! The text and the link of a notice.
import { t } from '../base/messages.svelte';
import { challengePath, gamePath, SETTINGS_PATH } from '../base/routes';
import { leftInWords } from '../live/terms';
import type { AccountEvent, Notice } from './http';

export const ACCOUNT_EVENTS: readonly AccountEvent[] = [
  'password',
  'reset',
  'recovery-code',
  'new-recovery-codes',
  'totp-on',
  'totp-off',
  'email',
  'email-removed',
];

/** Returns the text of a notice. */
export function noticeText(
  { kind, opponent, game, challenge, device, mailOff, account }: Notice,
  variant: string,
): string {
  const name = opponent ?? t('inbox.someone');
  switch (kind) {
    case 'turn':
    case 'time':
    case 'ended':
      return t(`inbox.text.${kind}`, { name });
    case 'answered':
      // The game of a seek has no challenge.
      return t(challenge === undefined ? 'inbox.text.found' : 'inbox.text.answered', { name });
    case 'challenge':
      return game === undefined
        ? t('inbox.text.challenge', { name, variant })
        : t('inbox.text.rematch', { name });
    case 'security':
      if (mailOff) return t('inbox.text.mailOff');
      if (account)
        return ACCOUNT_EVENTS.includes(account) ? t(`inbox.text.account.${account}`) : t('inbox.text.other');
      return t(device === undefined ? 'inbox.text.session' : 'inbox.text.device');
    // The server may be newer than this copy of the app.
    default:
      return t('inbox.text.other');
  }
}

/** Returns the state of the game of a notice: its outcome, or the time left to move. */
export function gameState({ ended, side, deadline }: Notice, now: number): string | undefined {
  if (ended) {
    const how = ended.winner
      ? ended.winner === side
        ? 'won'
        : 'lost'
      : ended.result === 'draw'
        ? 'draw'
        : 'none';
    return t(`friend.outcome.${how}`);
  }
  return deadline !== undefined && deadline > now
    ? t('friend.left', { time: leftInWords(deadline - now) })
    : undefined;
}

/** Returns the address that a notice leads to. */
export function noticePath({ game, challenge }: Notice): string {
  if (game !== undefined) return gamePath(game);
  return challenge === undefined ? SETTINGS_PATH : challengePath(challenge);
}
