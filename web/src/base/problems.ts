//! Translations of the server's problems for players. The server's own sentence is meant for programs.
import type { Failure, Problem } from '../lib/api/failure';
import type { components } from '../lib/api/schema';
import { asSentence } from '../lib/sentence';
import { formatNumber, language, plural, t, type Message } from './messages.svelte';

type Kind = components['schemas']['ProblemKind'];
type Reason = components['schemas']['NotNowReason'];

const SENTENCES: Readonly<Record<Kind, Message>> = {
  'bad-request': 'live.connection.refused',
  'method-not-allowed': 'live.connection.refused',
  'not-json': 'live.connection.refused',
  'body-too-large': 'live.connection.refused',
  'head-too-large': 'live.connection.refused',
  'unknown-message': 'live.connection.refused',
  'unknown-language': 'live.connection.refused',
  'unknown-host': 'problem.address',
  'wrong-origin': 'problem.address',
  'unknown-variant': 'problem.variant',
  'not-found': 'problem.missing',
  'bad-fen': 'problem.position',
  'bad-move': 'problem.move',
  'too-many-moves': 'problem.length',
  'no-session': 'problem.session',
  'wrong-credentials': 'problem.credentials',
  'code-needed': 'problem.codeNeeded',
  'wrong-code': 'problem.wrongCode',
  'account-disabled': 'problem.accountDisabled',
  'erasure-pending': 'problem.erasurePending',
  'no-account': 'problem.noAccount',
  'sign-up-closed': 'problem.signUpClosed',
  'name-taken': 'problem.nameTaken',
  blocked: 'problem.blocked',
  'bad-bio': 'problem.bio',
  'bad-password': 'problem.password',
  'not-a-guest': 'problem.notAGuest',
  'totp-on': 'problem.totpOn',
  'totp-off': 'problem.totpOff',
  'role-needed': 'problem.roleNeeded',
  'totp-needed': 'problem.totpNeeded',
  'confirmation-needed': 'problem.confirmationNeeded',
  'last-admin': 'problem.lastAdmin',
  'bad-setting': 'problem.setting',
  'no-backups': 'problem.noBackups',
  'backup-running': 'problem.backupRunning',
  'backup-failed': 'problem.backupFailed',
  'merge-undecided': 'problem.mergeUndecided',
  'not-yours': 'problem.notYours',
  'bad-name': 'problem.name',
  'bad-terms': 'problem.terms',
  'bad-leave': 'problem.leave',
  'bad-plan': 'problem.plan',
  'bad-address': 'problem.mailAddress',
  'no-mail': 'problem.noMail',
  'no-push': 'inbox.push.plain',
  'bad-device': 'inbox.push.failed',
  stale: 'problem.stale',
  'not-your-turn': 'problem.stale',
  'game-over': 'problem.over',
  'time-up': 'problem.timeUp',
  'not-now': 'problem.notNow',
  taken: 'problem.challenge',
  'challenge-over': 'problem.challenge',
  'seek-over': 'problem.seek',
  'link-over': 'problem.link',
  storage: 'problem.storage',
  'disk-full': 'problem.disk',
  'quota-reached': 'problem.quota',
  'game-damaged': 'problem.damaged',
  'too-many-requests': 'problem.often',
  overloaded: 'problem.busy',
  'too-slow': 'problem.busy',
  timeout: 'problem.busy',
  'queue-full': 'problem.busy',
  'too-many-analyses': 'problem.analyses',
  'shutting-down': 'problem.restart',
  internal: 'problem.internal',
};

/** Returns a wait in minutes, or in hours and days if it is long, rounded up. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  const [count, unit] =
    minutes <= 120
      ? ([minutes, 'minute'] as const)
      : minutes <= 48 * 60
        ? ([Math.ceil(minutes / 60), 'hour'] as const)
        : ([Math.ceil(minutes / (24 * 60)), 'day'] as const);
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
}

const REASONS: Readonly<Record<Reason, (remaining: number) => string>> = {
  'no-offer': () => t('problem.notNow.noOffer'),
  'which-offer': () => t('problem.notNow.whichOffer'),
  'offer-open': () => t('problem.notNow.offerOpen'),
  'too-soon': (moves) => plural('problem.notNow.tooSoon', moves),
  declined: () => t('problem.notNow.declined'),
  'both-moved': () => t('problem.notNow.bothMoved'),
  'nothing-played': () => t('problem.notNow.nothingPlayed'),
  given: () => t('problem.notNow.given'),
  'all-given': () => t('problem.notNow.allGiven'),
  'too-many': () => t('problem.notNow.tooMany'),
  rated: () => t('live.act.rated'),
  'no-clock': () => t('problem.notNow.noClock'),
  'not-running': () => t('problem.notNow.notRunning'),
  'not-yet': (seconds) => plural('problem.notNow.notYet', seconds),
  'opponent-here': () => t('problem.notNow.opponentHere'),
  'not-over': () => t('problem.notNow.notOver'),
  'no-table': () => t('problem.notNow.noTable'),
  'table-denies': () => t('problem.notNow.tableDenies'),
  'not-correspondence': () => t('problem.notNow.notDays'),
  'first-moves': () => t('problem.notNow.firstMoves'),
  'on-leave': () => t('problem.notNow.onLeave'),
  'leave-used': (days) => plural('problem.notNow.leaveUsed', days),
  'not-on-leave': () => t('problem.notNow.notOnLeave'),
  'recently-aborted': () => t('problem.notNow.recentlyAborted'),
  'other-rematch': () => t('problem.notNow.otherRematch'),
  'other-strength': () => t('problem.notNow.otherStrength'),
  'in-rated-game': () => t('problem.notNow.inRatedGame'),
  'opponent-in-rated-game': () => t('problem.notNow.opponentInRatedGame'),
  wait: (seconds) => t('problem.notNow.wait', { time: waitInWords(seconds) }),
};

/** Returns the sentence for a reason; undefined if the server is newer than this copy of the app and the reason unknown. */
export const reasonSentence = (reason: Reason, remaining = 1): string | undefined =>
  reason in REASONS ? REASONS[reason](remaining) : undefined;

function saidOf({ kind, detail, reason, remaining, rule }: Problem): string {
  const sentence = reason && reasonSentence(reason, remaining);
  if (sentence !== undefined) return sentence;
  if (kind === 'bad-move' && rule !== undefined) return t('problem.move.rule', { rule });
  return kind in SENTENCES ? t(SENTENCES[kind]) : asSentence(detail, language());
}

/** The wait before the next try, if it is longer than a moment. */
function laterOf({ problem, retryAfter = 0 }: Extract<Failure, { kind: 'problem' }>): string | undefined {
  if (problem.kind !== 'too-many-requests' || retryAfter < 60) return undefined;
  return plural('problem.often.minutes', Math.ceil(retryAfter / 60));
}

/** Returns one sentence about the failure and what the visitor can do. */
export function failureSentence(failure: Failure): string {
  switch (failure.kind) {
    case 'problem':
      return laterOf(failure) ?? saidOf(failure.problem);
    case 'gone':
      return t('problem.gone');
    case 'strange':
      return t('problem.strange', { status: String(failure.status) });
  }
}
