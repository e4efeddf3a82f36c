import { expect, it } from 'vitest';

import type { Notice, NoticeList } from './http';
import { afterPage, withoutPastTurns, withRead } from './noticeList';

const notice = (at: number, readAt?: number): Notice => ({
  key: `k${at}`,
  kind: 'turn',
  at,
  ...(readAt !== undefined && { readAt }),
});
const list = (ats: number[], more?: number): NoticeList => ({
  notices: ats.map((at) => notice(at)),
  unread: ats.length,
  ...(more !== undefined && { more: String(more) }),
});
const ats = ({ notices }: NoticeList): number[] => notices.map(({ at }) => at);

it('a newer first page keeps the older notices that were read before', () => {
  const after = afterPage(list([5, 4, 3, 2], 2), list([7, 6, 5], 5));
  expect(ats(after)).toEqual([7, 6, 5, 4, 3, 2]);
  expect(after.more).toBe('2');
  expect(after.unread).toBe(3);
});

it('a first page with a gap to the others, or with everything, replaces them', () => {
  expect(ats(afterPage(list([3, 2], 2), list([9, 8, 7], 7)))).toEqual([9, 8, 7]);
  expect(ats(afterPage(list([3, 2, 1]), list([3, 2])))).toEqual([3, 2]);
  expect(ats(afterPage(undefined, list([3], 3)))).toEqual([3]);
});

it('notices that were read keep their time', () => {
  const before: NoticeList = { notices: [notice(3), notice(2, 20), notice(1)], unread: 2 };
  const one = withRead(before, { keys: ['k3', 'k2'] }, 1, 30);
  expect(one.notices.map(({ readAt }) => readAt)).toEqual([30, 20, undefined]);
  expect(one.unread).toBe(1);
  expect(withRead(before, { all: true }, 0, 30).notices.map(({ readAt }) => readAt)).toEqual([30, 20, 30]);
  const game = { ...notice(4), game: 'aB3dE6gH' };
  const both = withRead({ notices: [game, notice(3)], unread: 2 }, { game: 'aB3dE6gH' }, 1, 30);
  expect(both.notices.map(({ readAt }) => readAt)).toEqual([30, undefined]);
});

it('only the newest notice of a running turn is left', () => {
  const of = (key: string, kind: Notice['kind'], game: string, deadline?: number): Notice => ({
    ...notice(1),
    key,
    kind,
    game,
    ...(deadline !== undefined && { deadline }),
  });
  const all = [
    of('time', 'time', 'running', 9),
    of('ended', 'ended', 'over'),
    of('turn', 'turn', 'running', 9),
    of('past', 'turn', 'over'),
    of('other', 'turn', 'other', 8),
    notice(3),
  ];
  expect(withoutPastTurns(all).map(({ key }) => key)).toEqual(['time', 'ended', 'other', 'k3']);
});
