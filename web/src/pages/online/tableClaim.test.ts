import { expect, test } from 'vitest';

import { claimIn } from './tableClaim.svelte';

test.each([
  ['win', true, { value: 'win', moves: 12 }],
  ['win', false, undefined],
  ['loss', true, undefined],
  ['loss', false, { value: 'win', moves: 12 }],
] as const)('a %s of the side to move can be claimed by its player only: %s', (value, isOwnTurn, claim) =>
  expect(claimIn({ value, plies: 23, certain: true }, isOwnTurn)).toEqual(claim),
);

test('a draw can be claimed by both players, and a win that comes too late by neither', () => {
  for (const isOwnTurn of [true, false]) {
    expect(claimIn({ value: 'draw', certain: true }, isOwnTurn)).toEqual({ value: 'draw', moves: 0 });
    expect(claimIn({ value: 'win', plies: 90, certain: false }, isOwnTurn)).toBeUndefined();
  }
});
