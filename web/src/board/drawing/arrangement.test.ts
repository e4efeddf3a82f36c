import { describe, expect, it } from 'vitest';

import { Arrangement, flatPlan, nameOf, spotOf } from './arrangement';

const FLAT = { files: 8, ranks: 8, levels: 1 };
const TOWER = { files: 5, ranks: 5, levels: 3 };

describe.each([
  ['flat', FLAT],
  ['tower', TOWER],
])('on a %s board', (_, size) => {
  for (const flipped of [false, true]) {
    for (const direction of ['row', 'column'] as const) {
      const arrangement = new Arrangement(size, flipped, flatPlan(size, direction, 'margin'));

      it(`every square is found at its center (${direction}, flipped: ${String(flipped)})`, () => {
        expect(arrangement.squares).toHaveLength(size.files * size.ranks * size.levels);
        for (const { name, center } of arrangement.squares) expect(arrangement.squareAt(center)).toBe(name);
      });

      it(`the rows of all levels hold every square once (${direction}, flipped: ${String(flipped)})`, () => {
        const names = Array.from({ length: size.levels }, (_, level) => arrangement.rows(level).flat(2))
          .flat()
          .map(({ name }) => name);
        expect(new Set(names).size).toBe(arrangement.squares.length);
        expect(names).toHaveLength(arrangement.squares.length);
      });
    }
  }

  it('a name and its spot are two forms of one square', () => {
    const arrangement = new Arrangement(size, false, flatPlan(size, 'row', 'none'));
    for (const { name, spot } of arrangement.squares) {
      expect(spotOf(name)).toEqual(spot);
      expect(nameOf(spot, size.levels)).toBe(name);
    }
  });
});

describe('steps', () => {
  const white = new Arrangement(FLAT, false, flatPlan(FLAT, 'row', 'none'));
  const black = new Arrangement(FLAT, true, flatPlan(FLAT, 'row', 'none'));
  const tower = new Arrangement(TOWER, false, flatPlan(TOWER, 'row', 'none'));

  it('go as the board is seen, from either side', () => {
    expect(white.step('e2', 0, -1)).toBe('e3');
    expect(white.step('e2', 1, 0)).toBe('f2');
    expect(black.step('e2', 0, -1)).toBe('e1');
    expect(black.step('e2', 1, 0)).toBe('d2');
  });
  it('stop at the edge', () => {
    expect(white.step('a1', -1, 0)).toBe('a1');
    expect(tower.step('2e5', 1, 0)).toBe('2e5');
  });
  it('climb to the same square of the next level', () => {
    expect(tower.climb('1c2', 1)).toBe('2c2');
    expect(tower.climb('1c2', -1)).toBe('1c2');
  });
});

it('nothing is found beside the board', () => {
  const tower = new Arrangement(TOWER, false, flatPlan(TOWER, 'row', 'none'));
  expect(tower.squareAt({ x: -0.1, y: 3 })).toBeUndefined();
  expect(tower.squareAt({ x: 5.2, y: 3 })).toBeUndefined();
});

it('squares of neighboring levels have opposite colors, and a1 is dark', () => {
  const tower = new Arrangement(TOWER, false, flatPlan(TOWER, 'row', 'none'));
  expect(tower.at('1a1')?.isDark).toBe(true);
  expect(tower.at('2a1')?.isDark).toBe(false);
  expect(tower.at('3a1')?.isDark).toBe(true);
});
