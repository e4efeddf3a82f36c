//! The visitor's notices as last fetched, and the number of unread ones.
import { statusOf } from '../live/http';
import { forgetSession, identity } from '../live/session.svelte';
import { http, type Notice, type NoticeList } from './http';
import { afterPage, withRead, type Selection } from './noticeList';
import { closeNotifications } from './shownNotifications';

/** The number of notices per request. */
const PAGE = 20;

/** The notices of one person: the visitor may have changed identity in the meantime. */
interface FetchedNotices extends NoticeList {
  readonly person: string | undefined;
}

let fetched: FetchedNotices | undefined = $state.raw();
let fetches = 0;

const ours = (): FetchedNotices | undefined =>
  identity() && fetched?.person === identity()?.person ? fetched : undefined;

/** Returns the fetched notices, the newest first; undefined before that. */
export const notices = (): readonly Notice[] | undefined => ours()?.notices;

/** Returns the number of unread notices. */
export const unread = (): number => ours()?.unread ?? 0;

/** Returns true if there are older notices. */
export const hasMore = (): boolean => ours()?.more !== undefined;

async function answered<Answer>(call: Promise<Answer>): Promise<Answer> {
  try {
    return await call;
  } catch (error) {
    if (statusOf(error) === 401) forgetSession();
    throw error;
  }
}

function keep(person: string | undefined, list: NoticeList): void {
  if (identity()?.person !== person) return;
  fetched = { ...list, person };
  const read = new Set(list.notices.flatMap(({ key, readAt }) => (readAt === undefined ? [] : key)));
  const isOver = (key: string): boolean => list.unread === 0 || read.has(key);
  // A notification that stays open is harmless.
  closeNotifications(({ key }) => isOver(key)).catch(() => undefined);
}

/** Fetches the newest notices. */
export async function refreshInbox(): Promise<void> {
  if (!identity()) return;
  const person = identity()?.person;
  fetches += 1;
  const fetch = fetches;
  const list = await answered(http.notices({ limit: PAGE }));
  // A later call has newer results.
  if (fetch === fetches) keep(person, afterPage(ours(), list));
}

/** Fetches older notices. */
export async function readMore(): Promise<void> {
  const before = ours()?.more;
  const person = identity()?.person;
  if (before === undefined) return;
  const { notices: older, more, unread: count } = await answered(http.notices({ before, limit: PAGE }));
  const known = ours()?.notices ?? [];
  keep(person, { notices: [...known, ...older], unread: count, ...(more !== undefined && { more }) });
}

/** Returns true if there is an unread notice about a game. */
export const isUnread = (id: string): boolean =>
  notices()?.some(({ game, readAt }) => game === id && readAt === undefined) ?? false;

/** Marks notices as read: those with some keys, those about a game, or all. */
export async function markRead(which: Selection): Promise<void> {
  const person = identity()?.person;
  const count = await answered(http.markRead(which));
  const list = ours();
  if (list) keep(person, withRead(list, which, count, Date.now()));
}
