import { expect, it } from 'vitest';

import { leftAt, type Clock } from '../game/clock';
import { UNCONFIRMED_MS, shownClock, type ClockContext } from './clocks';

const START = 1_700_000_000_000;
const control = { baseMs: 60_000, incrementMs: 0 };
const left = { white: 60_000, black: 60_000 };
const ofWhite: Clock = { control, left, running: { color: 'white', since: START } };

const known = (more: Partial<ClockContext>): ClockContext => ({
  side: 'white',
  pendingSince: undefined,
  lostAt: undefined,
  now: START + 20_000,
  ...more,
});
const whiteAt20 = (more: Partial<ClockContext>): number =>
  leftAt(shownClock(ofWhite, known(more)), 'white', START + 20_000);

it('the clock of a player who thinks runs, whatever the connection does', () => {
  expect(whiteAt20({})).toBe(40_000);
  expect(whiteAt20({ lostAt: START + 1000 })).toBe(40_000);
});

it('a move that was just made stops the clock of its player', () => {
  const now = START + 20_000;
  expect(whiteAt20({ pendingSince: now - 100 })).toBe(40_100);
});

it('a move that does not arrive leaves the clock of its player running', () => {
  const now = START + 20_000;
  expect(whiteAt20({ pendingSince: now - UNCONFIRMED_MS })).toBe(40_000);
  expect(whiteAt20({ pendingSince: now - 100, lostAt: now - 200 })).toBe(40_000);
});

it('the clock of an opponent stops where the server was heard for the last time', () => {
  expect(whiteAt20({ side: 'black', lostAt: START + 5000 })).toBe(55_000);
  expect(whiteAt20({ side: undefined, lostAt: START + 5000 })).toBe(55_000);
  expect(whiteAt20({ side: 'black' })).toBe(40_000);
});

it('clocks that stand go on standing', () => {
  const standing: Clock = { control, left };
  expect(shownClock(standing, known({ pendingSince: START })).left).toEqual(left);
});
