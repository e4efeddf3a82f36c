//! Tests of rematch offers in a player's list of games.
import { expect, it } from 'vitest';

import type { ListedGame } from './http';
import { offerKind, openOffers } from './rematchOffers';

const game = {
  game: 'aaaaaaaa',
  side: 'white',
  terms: { days: 3, rated: true },
  seats: { white: { name: 'Ada' }, black: { name: 'Bo' } },
  rematchOffer: { by: 'black', challenge: 'bbbbbbbb', rated: false, endsAt: 100 },
} as ListedGame;

it('offers of opponents are found until they end', () => {
  expect(openOffers([game], 99)).toEqual([
    { game: 'aaaaaaaa', challenge: 'bbbbbbbb', opponent: 'Bo', endsAt: 100, kind: 'casual' },
  ]);
  expect(openOffers([game], 100)).toEqual([]);
});

it('offers of the player are not', () => {
  expect(openOffers([{ ...game, side: 'black' }], 99)).toEqual([]);
  const quiet = { ...game };
  delete quiet.rematchOffer;
  expect(openOffers([quiet], 99)).toEqual([]);
});

it('the kind is named if the rematch is rated or differs from the game', () => {
  const kinds = [true, false].map((rated) =>
    [true, false].map((before) => offerKind({ rated }, { rated: before })),
  );
  expect(kinds).toEqual([
    ['rated', 'rated'],
    ['casual', 'same'],
  ]);
  expect(offerKind(undefined, { rated: true })).toBe('same');
  // A server of the former version only offers rematches like the game, and does not name the kind.
  expect([true, false].map((rated) => offerKind({}, { rated }))).toEqual(['rated', 'same']);
});
