import { describe, expect, it } from 'vitest';

import {
  controlOf,
  face,
  fullClock,
  isUp,
  leftAt,
  pressed,
  started,
  stopped,
  tagOf,
  type Clock,
} from './clock';

const clock = (minutes: number, seconds: number): Clock => {
  const control = controlOf(minutes, seconds);
  if (!control) throw new Error('no control');
  return fullClock(control);
};

describe('a time control', () => {
  it('is minutes and seconds, and is written as PGN does', () => {
    expect(tagOf(clock(5, 3).control)).toBe('300+3');
    expect(tagOf(clock(0.5, 0).control)).toBe('30+0');
  });
  it('without minutes gives the first increment to live on', () =>
    expect(clock(0, 5).left).toEqual({ white: 5000, black: 5000 }));
  it.each([
    [0, 0],
    [-1, 2],
    [NaN, 1],
    [10_081, 0],
    [5, 3601],
    [Infinity, 0],
  ])('of %d+%d is none', (minutes, seconds) => expect(controlOf(minutes, seconds)).toBeUndefined());
});

describe('a running clock', () => {
  it('is right however seldom anybody looks', () => {
    const running = started(clock(1, 0), 'white', 1000);
    expect(leftAt(running, 'white', 1000)).toBe(60_000);
    expect(leftAt(running, 'white', 46_000)).toBe(15_000);
    expect(leftAt(running, 'black', 46_000)).toBe(60_000);
  });
  it('stands at nothing once it is up', () => {
    const running = started(clock(1, 0), 'black', 0);
    expect(isUp(running, 'black', 59_999)).toBe(false);
    expect(isUp(running, 'black', 60_000)).toBe(true);
    expect(leftAt(running, 'black', 99_000)).toBe(0);
  });
  it('never gains by a look from before it was started', () =>
    expect(leftAt(started(clock(1, 0), 'white', 500), 'white', 0)).toBe(60_000));
  it('that is stopped keeps what is left', () => {
    const still = stopped(started(clock(1, 0), 'white', 0), 20_000);
    expect(leftAt(still, 'white', 90_000)).toBe(40_000);
  });
  it('keeps what is left when it goes on later', () => {
    const again = started(stopped(started(clock(1, 0), 'white', 0), 20_000), 'white', 100_000);
    expect(leftAt(again, 'white', 110_000)).toBe(30_000);
  });
});

describe('a move', () => {
  it('adds the increment, and lets the other clock run', () => {
    const after = pressed(started(clock(1, 2), 'white', 0), 'white', 10_000);
    expect(after.left).toEqual({ white: 52_000, black: 60_000 });
    expect(after.running).toEqual({ color: 'black', since: 10_000 });
  });
  it('that was made while no time ran adds nothing', () => {
    const after = pressed(clock(1, 2), 'white', 500);
    expect(after.left).toEqual({ white: 60_000, black: 60_000 });
    expect(after.running).toEqual({ color: 'black', since: 500 });
  });
});

it('shows tenths below twenty seconds', () => {
  expect([0, 19_900, 20_000].map(face)).toEqual(['0:00.0', '0:19.9', '0:20']);
  expect([299_001, 3_600_000].map(face)).toEqual(['5:00', '1:00:00']);
});
