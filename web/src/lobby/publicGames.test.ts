import { expect, it } from 'vitest';

import { nextShown, type PublicGame } from './publicGames';

const games = (ids: string): PublicGame[] =>
  Array.from(ids, (game) => ({
    game,
    variant: 'one',
    terms: { rated: false },
    seats: { white: { name: 'Ada' }, black: { name: 'Ben' } },
    startedAt: 0,
  }));
const shown = (before: string, listed: string, most = 4): string =>
  nextShown(games(before), games(listed), most)
    .map(({ game }) => game)
    .join('');

it('shows the latest games first', () => {
  expect(shown('', 'fedcba')).toBe('fedc');
  expect(shown('', 'ba')).toBe('ba');
});

it('keeps the places of running games when others begin', () => expect(shown('dcba', 'fedcba')).toBe('dcba'));

it('gives the place of a game that has ended to another', () => {
  expect(shown('dcba', 'feda')).toBe('dfea');
  expect(shown('dcba', 'da')).toBe('da');
});

it('shows fewer games on a smaller screen', () => expect(shown('dcba', 'dcba', 2)).toBe('dc'));
