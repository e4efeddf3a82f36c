import { expect, it } from 'vitest';

import { area, curve, plyAt, spotsOf } from './graph';

it('draws a share of everything at the top and of nothing at the bottom', () => {
  expect(curve(spotsOf([0.5, 1, 0]))).toBe('M0 0.5L1 0L2 1');
  expect(area(spotsOf([0.5, 1]))).toBe('M0 0.5L1 0L1 1L0 1Z');
  expect(area([])).toBe('');
});

it('finds the nearest ply and stays within the game', () => {
  expect([-1, 0, 0.26, 0.5, 1, 3].map((place) => plyAt(place, 4))).toEqual([0, 0, 1, 2, 4, 4]);
});
