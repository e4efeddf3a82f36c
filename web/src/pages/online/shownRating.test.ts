import { expect, it } from 'vitest';

import type { GameRating } from '../../ratings/http';
import { shownRating } from './shownRating';

const value = (rating: number) => ({ rating, deviation: 80, provisional: false });
const running: GameRating = { game: 'aB3dE6gH', rated: true, white: { before: value(1500) } };
const counted: GameRating = {
  ...running,
  decision: 'counted',
  white: { before: value(1500), after: value(1520), change: 20 },
};
const annulled: GameRating = { ...counted, decision: 'annulled', annulled: { at: 1, reason: 'A mistake.' } };

it('is the rating after the game only if the game counts', () => {
  const shown = [running, counted, annulled].map((rating) => shownRating(rating, 'white')?.rating);
  expect(shown).toEqual([1500, 1520, 1500]);
});

it('is missing without a rating', () => {
  expect(shownRating(undefined, 'white')).toBeUndefined();
  expect(shownRating(counted, 'black')).toBeUndefined();
});
