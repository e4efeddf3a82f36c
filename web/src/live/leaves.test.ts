import { expect, test } from 'vitest';

import type { PlayedAct } from './frames';
import { addedAfter, leaveEnd, leavesAfter, stopsUntil, timeLeft } from './leaves';

const HOUR = 3_600_000;

test('a leave is in force from its beginning until its end, or until its player is back', () => {
  const taken = leavesAfter({}, 'white', { kind: 'leave', from: 10, until: 50 });
  expect([9, 10, 49, 50].map((now) => leaveEnd(taken.white, now))).toEqual([undefined, 50, 50, undefined]);
  const back = leavesAfter(taken, 'white', { kind: 'back', from: 30 });
  expect(back).toEqual({ white: { from: 10, until: 30 } });
  expect(leaveEnd(back.white, 30)).toBeUndefined();
  expect(leavesAfter(back, 'black', { kind: 'leave', from: 40, until: 60 }).white).toEqual(back.white);
});

test('time stands still during a leave, and never falls below zero', () => {
  const leave = { from: 10 * HOUR, until: 58 * HOUR };
  // The deadline includes the two days of the leave.
  expect([5, 10, 40, 58, 60, 90].map((now) => timeLeft(82 * HOUR, leave, now * HOUR) / HOUR)).toEqual([
    77, 24, 24, 24, 22, 0,
  ]);
});

test('a leave stops the time of a game unless its deadline comes first', () => {
  const leave = { from: 10, until: 50 };
  expect([49, 50, 90].map((deadline) => stopsUntil(deadline, leave, 20))).toEqual([undefined, 50, 50]);
  expect(stopsUntil(90, leave, 50)).toBeUndefined();
  expect(stopsUntil(undefined, leave, 20)).toBeUndefined();
});

test('added time belongs to the turn in which an outage gave it', () => {
  const act = (fact: PlayedAct['fact']): PlayedAct => ({ seq: 1, at: 0, left: null, fact });
  const outage = act({ kind: 'timed', side: 'black', ms: 2 * HOUR, why: 'outage' });
  const added = addedAfter(addedAfter(undefined, outage), outage);
  expect(added).toEqual({ side: 'black', ms: 4 * HOUR });
  expect(addedAfter(added, act({ kind: 'offered', what: 'draw' }))).toBe(added);
  expect(
    addedAfter(added, act({ kind: 'moved', ply: 1, uci: 'e7e5', spentMs: 0, lagMs: 0 })),
  ).toBeUndefined();
  const gift = act({ kind: 'timed', side: 'black', ms: 15_000, why: 'gift' });
  expect(addedAfter(undefined, gift)).toBeUndefined();
});
