import { expect, it } from 'vitest';

import { glow, signed, strength } from './heat';

it('a stronger charge covers its square more, and never all of it', () => {
  const strengths = [0, 1, 2, 5, 12, 40].map(strength);
  expect(strengths).toEqual([...strengths].sort((one, other) => one - other));
  expect(new Set(strengths).size).toBe(strengths.length);
  expect(strengths[0]).toBe(0);
  expect(strengths.at(-1)).toBeLessThan(0.8);
  expect(strength(-5)).toBe(strength(5));
});

it('the glow of energy stays within its square', () => {
  for (const amount of [1, 5, 50]) expect(glow(amount)).toBeLessThan(0.5);
});

it('signs are written', () => {
  expect([3, 0, -12].map(signed)).toEqual(['+3', '0', '−12']);
});
