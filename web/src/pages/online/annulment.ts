//! The annulment of a rated game by a moderator or an admin (T.7d).
import { guarded } from '../../account/confirmation.svelte';
import { problemKind } from '../../lib/api/failure';
import { sentence } from '../../base/errors';
import { t, type Message } from '../../base/messages.svelte';
import { answerOf, ownServer } from '../../lib/api/client';
import type { Identity } from '../../live/session.svelte';
import type { GameRating } from '../../ratings/http';

/** The maximum length of a reason, in code points like on the server. */
export const LONGEST_REASON = 200;

/** Problems whose usual sentence is too general here, or is about another page. */
const SENTENCES: Partial<Record<NonNullable<ReturnType<typeof problemKind>>, Message>> = {
  'role-needed': 'ratings.annul.role',
  'not-now': 'ratings.annul.notCounted',
};

/** Returns true if people with a role can annul games. */
export const mayAnnul = (role: Identity['role']): boolean => role === 'moderator' || role === 'admin';

/** Returns a text as one line. The server refuses control characters, which pasted text may contain. */
export const asOneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim();

/** Returns the error in a reason as one sentence; an empty text if there is none. */
export function errorIn(reason: string): string {
  if (reason === '') return t('account.missing');
  return Array.from(reason).length > LONGEST_REASON
    ? t('ratings.annul.reason.long', { most: LONGEST_REASON })
    : '';
}

/** Annuls a game, after a code of the authenticator app if the server asks for one. Returns its new rating. */
export const annul = (id: string, reason: string): Promise<GameRating> =>
  guarded(() =>
    answerOf(
      ownServer.POST('/api/v1/admin/games/{id}/annul', { params: { path: { id } }, body: { reason } }),
    ),
  );

/** Describes the failure of an annulment in one sentence. */
export function annulmentTrouble(error: unknown): string {
  const kind = problemKind(error);
  const key = kind && SENTENCES[kind];
  return key ? t(key) : sentence(error);
}
