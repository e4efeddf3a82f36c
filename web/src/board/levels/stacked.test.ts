import { describe, expect, it } from 'vitest';

import { Arrangement, type Point } from '../drawing/arrangement';
import { squareMeant } from './hitTest';
import { stackedPlan } from './stacked';

const TOWER = { files: 5, ranks: 5, levels: 3 };
const SIZES = [TOWER, { files: 8, ranks: 8, levels: 1 }, { files: 4, ranks: 6, levels: 5 }];

const mix = (one: Point, other: Point, part: number): Point => ({
  x: one.x + (other.x - one.x) * part,
  y: one.y + (other.y - one.y) * part,
});

describe.each(SIZES)('$files × $ranks × $levels in perspective', (size) => {
  for (const flipped of [false, true]) {
    for (const margin of ['margin', 'none'] as const) {
      const arrangement = new Arrangement(size, flipped, stackedPlan(size, margin));
      const seen = `flipped: ${String(flipped)}, ${margin}`;

      it(`every square is found at its center and just inside its corners (${seen})`, () => {
        for (const { name, center, corners } of arrangement.squares) {
          const points = [center, ...corners.map((corner) => mix(center, corner, 0.98))];
          expect(points.map((point) => arrangement.squareAt(point))).toEqual(points.map(() => name));
        }
      });

      it(`every square has a place of its own, and all lie in the picture (${seen})`, () => {
        const { width, height } = arrangement.plan;
        for (const { corners } of arrangement.squares) {
          for (const { x, y } of corners) {
            expect(x >= 0 && x <= width && y >= 0 && y <= height).toBe(true);
          }
        }
        for (const { outline } of arrangement.squares) {
          expect(arrangement.squares.filter((other) => other.outline === outline)).toHaveLength(1);
        }
      });

      it(`steps go as the board is seen (${seen})`, () => {
        for (const { name, center } of arrangement.squares) {
          const right = arrangement.at(arrangement.step(name, 1, 0));
          const down = arrangement.at(arrangement.step(name, 0, 1));
          if (right && right.name !== name) expect(right.center.x).toBeGreaterThan(center.x);
          if (down && down.name !== name) expect(down.center.y).toBeGreaterThan(center.y);
        }
      });
    }
  }
});

describe('a straight line stays straight', () => {
  it('along a diagonal of a level', () => {
    const { project } = stackedPlan(TOWER, 'none');
    const [from, to] = [project(1, 0, 0), project(1, 5, 5)];
    for (const step of [1, 2, 3, 4]) {
      const { x, y } = project(1, step, step);
      const across = (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);
      expect(across).toBeCloseTo(0, 9);
    }
  });
});

describe('the head of a piece', () => {
  const arrangement = new Arrangement(TOWER, false, stackedPlan(TOWER, 'none'));
  const king = arrangement.at('2c2');
  const head = { x: king?.stand.x ?? 0, y: (king?.stand.y ?? 0) - 0.3 };
  const isOccupied = (square: string): boolean => square === '2c2';

  it('stands for the piece where it covers nothing of use', () => {
    expect(arrangement.squareAt(head)).toBe('2c3');
    expect(squareMeant(arrangement, head, isOccupied, () => false)).toBe('2c2');
  });
  it('gives way to a square that can be played to', () => {
    expect(squareMeant(arrangement, head, isOccupied, (square) => square === '2c3')).toBe('2c3');
  });
});
