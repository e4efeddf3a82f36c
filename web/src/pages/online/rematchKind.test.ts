import { expect, it } from 'vitest';

import { canBeRated } from './rematchKind';

const game = {
  terms: { clock: { baseMs: 300_000, incrementMs: 3000 }, rated: false },
  seats: { white: { name: 'Ada', person: 'a' }, black: { name: 'Ben', person: 'b' } },
};
const against = (black: object) => ({ ...game, seats: { ...game.seats, black: { name: 'x', ...black } } });
const timed = (terms: object) => ({ ...game, terms: { rated: false, ...terms } });

it('offers a rated rematch to two members, and to a member and a rated level of the house', () => {
  expect(canBeRated(game)).toBe(true);
  expect(canBeRated(against({ house: 9 }))).toBe(true);
  expect(canBeRated(against({ house: 10 }))).toBe(false);
  expect(canBeRated(against({ guest: 'g', person: 'g' }))).toBe(false);
});

it('offers none with a time control or a position that rated games do not have', () => {
  expect([timed({ days: 3 }), timed({ reserve: 10 })].map(canBeRated)).toEqual([true, true]);
  const clocks = [{ baseMs: 59_999 }, { baseMs: 3_600_001 }, { baseMs: 60_000, incrementMs: 60_001 }];
  for (const clock of clocks) expect(canBeRated(timed({ clock }))).toBe(false);
  expect(canBeRated(timed({}))).toBe(false);
  expect(canBeRated({ ...game, fen: '4k3/8/8/8/8/8/8/4K3 w - - 0 1' })).toBe(false);
});
