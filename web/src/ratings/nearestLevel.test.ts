import { expect, test } from 'vitest';

import type { PlayerRatings } from './http';
import { nearestLevel, strengthIn } from './nearestLevel';

const pool = { deviation: 80, games: 12, playedAt: 0, provisional: false };
const ratings: PlayerRatings = {
  name: 'Ada',
  ratings: [{ ...pool, variant: 'one', pace: 'live', rating: 1310 }],
  club: [{ pace: 'live', rating: 1420, deviation: 70, provisional: false, games: 12 }],
} as PlayerRatings;

test('the nearest level has the nearest rating', () => {
  const levels = [400, 600, 800];
  expect(nearestLevel(levels, 100)).toBe(1);
  expect(nearestLevel(levels, 690)).toBe(2);
  expect(nearestLevel(levels, 710)).toBe(3);
  expect(nearestLevel(levels, 2900)).toBe(3);
  expect(nearestLevel([], 1500)).toBeUndefined();
});

test('a member without games in a variant is as strong as in all others, or as everyone at the start', () => {
  expect(strengthIn(ratings, 'one', 'live')).toEqual({ kind: 'rating', rating: 1310, provisional: false });
  expect(strengthIn(ratings, 'two', 'live')).toEqual({ kind: 'club', rating: 1420, provisional: true });
  expect(strengthIn(ratings, 'one', 'days')).toEqual({ kind: 'start', rating: 1500, provisional: true });
});
