//! Tests of rematch offers in a player's list of games.
import { expect, it } from 'vitest';

import type { ListedGame } from './http';
import { openOffers } from './rematchOffers';

const game = {
  game: 'aaaaaaaa',
  side: 'white',
  seats: { white: { name: 'Ada' }, black: { name: 'Bo' } },
  rematchOffer: { by: 'black', challenge: 'bbbbbbbb', endsAt: 100 },
} as ListedGame;

it('offers of opponents are found until they end', () => {
  expect(openOffers([game], 99)).toEqual([
    { game: 'aaaaaaaa', challenge: 'bbbbbbbb', opponent: 'Bo', endsAt: 100 },
  ]);
  expect(openOffers([game], 100)).toEqual([]);
});

it('offers of the player are not', () => {
  expect(openOffers([{ ...game, side: 'black' }], 99)).toEqual([]);
  const quiet = { ...game };
  delete quiet.rematchOffer;
  expect(openOffers([quiet], 99)).toEqual([]);
});
