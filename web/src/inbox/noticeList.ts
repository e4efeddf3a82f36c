//! Changes of a list of notices.
import type { Notice, NoticeList } from './http';

/** Returns a list after its newest page was fetched again. Older notices that are already known stay. */
export function afterPage(known: NoticeList | undefined, page: NoticeList): NoticeList {
  const last = page.notices.at(-1);
  const at = known?.notices.findIndex(({ key }) => key === last?.key) ?? -1;
  // Without a common notice, there may be others between the two lists.
  if (known === undefined || page.more === undefined || at < 0) return page;
  const { more } = known;
  return {
    notices: [...page.notices, ...known.notices.slice(at + 1)],
    unread: page.unread,
    ...(more !== undefined && { more }),
  };
}

/** Leaves out notices of turns that are over. Of a running turn, only the newest notice counts. */
export function withoutPastTurns(notices: readonly Notice[]): readonly Notice[] {
  const seen = new Set<string>();
  return notices.filter(({ kind, game, deadline }) => {
    if ((kind !== 'turn' && kind !== 'time') || game === undefined) return true;
    if (deadline === undefined || seen.has(game)) return false;
    seen.add(game);
    return true;
  });
}

/** A choice of notices: those with some keys, those about a game, or all. */
export type Selection = { readonly keys: string[] } | { readonly game: string } | { readonly all: true };

const isSelected = ({ key, game }: Notice, which: Selection): boolean => {
  if ('keys' in which) return which.keys.includes(key);
  return 'all' in which || game === which.game;
};

/** Returns a list after some of its notices have been read. */
export function withRead(list: NoticeList, which: Selection, unread: number, now: number): NoticeList {
  const notices = list.notices.map((notice) =>
    notice.readAt === undefined && isSelected(notice, which) ? { ...notice, readAt: now } : notice,
  );
  return { ...list, notices, unread };
}
