import { describe, expect, it } from 'vitest';

import { darkSquares, planOf, spotOf, type Spot } from './miniGeometry';

const FLAT = { files: 8, ranks: 8, levels: 1 };
const STACKED = { files: 5, ranks: 5, levels: 3 };

describe('squares of a small board', () => {
  it.each([
    ['e4', { level: 0, file: 4, rank: 3 }],
    ['2c3', { level: 1, file: 2, rank: 2 }],
  ])('%s is found', (name, spot) => expect(spotOf(name)).toEqual(spot));

  it('that are none are not found', () => expect(spotOf('e')).toBeUndefined());

  it('lie as White sees them, or turned by half a turn', () => {
    const a1: Spot = { level: 0, file: 0, rank: 0 };
    expect(planOf(FLAT, 'row', false).center(a1)).toEqual({ x: 0.5, y: 7.5 });
    expect(planOf(FLAT, 'row', true).center(a1)).toEqual({ x: 7.5, y: 0.5 });
  });

  it.each([
    ['row', FLAT],
    ['row', STACKED],
    ['column', STACKED],
    ['stack', STACKED],
  ] as const)('in a %s all lie on the board, each on a place of its own', (arrangement, shape) => {
    const plan = planOf(shape, arrangement, false);
    const places = new Set<string>();
    for (let level = 0; level < shape.levels; level += 1) {
      for (let file = 0; file < shape.files; file += 1) {
        for (let rank = 0; rank < shape.ranks; rank += 1) {
          const { x, y } = plan.center({ level, file, rank });
          expect(x).toBeGreaterThan(0);
          expect(x).toBeLessThan(plan.width);
          expect(y).toBeGreaterThan(0);
          expect(y).toBeLessThan(plan.height);
          places.add(`${x.toFixed(3)} ${y.toFixed(3)}`);
        }
      }
    }
    expect(places.size).toBe(shape.levels * shape.files * shape.ranks);
  });

  it('are half of them dark, a1 among them; the level above is the other way round', () => {
    const count = (path: string): number => path.split('M').length - 1;
    expect(count(darkSquares(FLAT, 0, false))).toBe(32);
    expect(darkSquares(FLAT, 0, false)).toContain('M0 7h');
    expect(count(darkSquares(STACKED, 0, false)) + count(darkSquares(STACKED, 1, false))).toBe(25);
  });
});
