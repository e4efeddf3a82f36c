import { describe, expect, it } from 'vitest';

import { controlOf, countdown, face, leftAt, stopped, tagOf, type Clock } from './clock';
import type { Color } from '../lib/rules';

const controlled = (minutes: number, seconds: number): Clock['control'] => {
  const control = controlOf(minutes, seconds);
  if (!control) throw new Error('no control');
  return control;
};
const running = (color: Color, since: number): Clock => ({
  control: controlled(1, 0),
  left: { white: 60_000, black: 60_000 },
  running: { color, since },
});

describe('a time control', () => {
  it('is minutes and seconds, and is written as PGN does', () => {
    expect(tagOf(controlled(5, 3))).toBe('300+3');
    expect(tagOf(controlled(0.5, 0))).toBe('30+0');
  });
  it('without minutes gives the first increment to live on', () =>
    expect(controlled(0, 5)).toEqual({ baseMs: 5000, incrementMs: 5000 }));
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
    const clock = running('white', 1000);
    expect(leftAt(clock, 'white', 1000)).toBe(60_000);
    expect(leftAt(clock, 'white', 46_000)).toBe(15_000);
    expect(leftAt(clock, 'black', 46_000)).toBe(60_000);
  });
  it('stands at nothing once it is up', () => expect(leftAt(running('black', 0), 'black', 99_000)).toBe(0));
  it('never gains by a look from before it was started', () =>
    expect(leftAt(running('white', 500), 'white', 0)).toBe(60_000));
  it('that is stopped keeps what is left', () =>
    expect(leftAt(stopped(running('white', 0), 20_000), 'white', 90_000)).toBe(40_000));
});

it('shows tenths below twenty seconds', () => {
  expect([0, 19_900, 20_000].map(face)).toEqual(['0:00.0', '0:19.9', '0:20']);
  expect([299_001, 3_600_000].map(face)).toEqual(['5:00', '1:00:00']);
});

it('counts down in whole seconds', () =>
  expect([-5, 400, 20_000, 75_001].map(countdown)).toEqual(['0:00', '0:01', '0:20', '1:16']));
