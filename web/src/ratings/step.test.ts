import { describe, expect, it } from 'vitest';

import { idleDays, stepOf } from './step';

/** The first game of two newcomers, as the server computes it. */
const first = {
  before: { rating: 1500, deviation: 350, volatility: 0.06 },
  opponent: { rating: 1500, deviation: 350 },
  weight: 0.6690694,
  expected: 0.5,
  score: 1,
  after: { rating: 1662.212, deviation: 290.319, volatility: 0.06 },
  change: 162.212,
};

describe('the step of a change', () => {
  it('times the surprise is the change', () => {
    const { size, surprise, computed, isLimited } = stepOf(first);
    expect(surprise).toBe(0.5);
    expect(computed).toBeCloseTo(162.212, 3);
    expect(size).toBeCloseTo(324.424, 3);
    expect(isLimited).toBe(false);
  });

  it('of a certain rating is small', () => {
    const certain = { ...first, before: { ...first.before, deviation: 50 } };
    expect(stepOf(certain).size).toBeLessThan(10);
  });

  it('names a change that a limit has made smaller', () =>
    expect(stepOf({ ...first, change: 100 }).isLimited).toBe(true));
});

describe('the time without games', () => {
  const DAY = 86_400_000;
  const previous = { rating: 1500, deviation: 60, at: 10 * DAY };

  it('is counted in days if the deviation has grown', () => {
    const before = { ...first.before, deviation: 110 };
    expect(idleDays({ at: 375 * DAY, previous, before })).toBe(365);
  });
  it('is not named if the deviation is the same', () => {
    const before = { ...first.before, deviation: 60.001 };
    expect(idleDays({ at: 10 * DAY + 1000, previous, before })).toBe(0);
  });
  it('does not exist before the first game', () =>
    expect(idleDays({ at: DAY, before: first.before })).toBe(0));
});
