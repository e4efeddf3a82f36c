import { describe, expect, it } from 'vitest';

import { fromStart, graphOf, lineOf, nearest, roundNumbers, type Point } from './graph';

const DAY = 86_400_000;
const points = (...ratings: number[]): Point[] =>
  ratings.map((rating, at) => ({ n: at + 1, at: at * DAY, rating }));

describe('the lines across the graph', () => {
  it.each([
    [1480, 1560, [1480, 1500, 1520, 1540, 1560]],
    [1496, 1504, [1500]],
    [1210, 1990, [1400, 1600, 1800]],
    [400, 2600, [500, 1000, 1500, 2000, 2500]],
  ])('from %i to %i are at round numbers', (low, high, found) => {
    expect(roundNumbers(low, high)).toEqual(found);
  });

  it('are at most five', () => {
    for (let range = 10; range < 3000; range += 7)
      expect(roundNumbers(1000, 1000 + range).length).toBeLessThanOrEqual(5);
  });
});

describe('the graph', () => {
  it('shows time from left to right and the rating from bottom to top', () => {
    const { spots, times } = graphOf(points(1500, 1600, 1550));
    expect(spots.map(({ x }) => x)).toEqual([0, 0.5, 1]);
    expect(spots[1]?.y).toBeGreaterThan(spots[2]?.y ?? 1);
    expect(times.map(({ place }) => place)).toEqual([0, 0.5, 1]);
    expect(lineOf(spots, 100, 10)).toMatch(/^M0\.0 [\d.]+L50\.0 [\d.]+L100\.0 [\d.]+$/);
  });

  it('keeps every point inside', () => {
    for (const { x, y } of graphOf(points(1500, 1501, 900, 2400)).spots) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(1);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(1);
    }
  });

  it('does not make small changes look large', () => {
    const [first, second] = graphOf(points(1500, 1503)).spots;
    expect(Math.abs((second?.y ?? 0) - (first?.y ?? 0))).toBeLessThan(0.1);
  });

  it('shows a single game in the middle, and games of one moment side by side', () => {
    expect(graphOf(points(1500)).spots[0]?.x).toBe(0.5);
    const same = points(1500, 1520, 1540).map((point) => ({ ...point, at: DAY }));
    expect(graphOf(same).spots.map(({ x }) => x)).toEqual([0, 0.5, 1]);
  });

  it('finds the game that is closest to the pointer', () => {
    const { spots } = graphOf(points(1500, 1510, 1520, 1530, 1540));
    expect([0, 0.3, 0.4, 0.99].map((x) => nearest(spots, x, 0.5))).toEqual([0, 1, 2, 4]);
  });

  it('begins with the start, and the pointer selects the first game by its rating', () => {
    const series = fromStart(points(1662, 1700));
    expect(series.map(({ n, rating }) => [n, rating])).toEqual([
      [0, 1500],
      [1, 1662],
      [2, 1700],
    ]);
    const { spots } = graphOf(series);
    expect([spots[0]?.x, spots[1]?.x]).toEqual([0, 0]);
    expect([0, 1].map((y) => nearest(spots, 0.1, y))).toEqual([0, 1]);
    expect(graphOf(fromStart(points(1662))).spots.map(({ x }) => x)).toEqual([0, 1]);
    expect(fromStart([])).toEqual([]);
  });
});
