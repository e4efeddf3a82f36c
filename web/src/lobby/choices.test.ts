import { expect, test } from 'vitest';

import {
  chosenGame,
  DEFAULTS,
  gameKey,
  isSameSeek,
  liveChoices,
  missingIn,
  readChoices,
  seeksOf,
  type Choices,
} from './choices';
import type { Seek } from './http';

const choices = (more: Partial<Choices> = {}): Choices => ({
  ...DEFAULTS,
  variants: ['one', 'two'],
  ...more,
});
const clock = { baseMs: 300_000, incrementMs: 3000 };

test('a seek names the variants and clocks, rated ones first', () => {
  expect(seeksOf(choices({ clocks: ['5+3'] }), 'member')).toEqual([
    {
      variants: ['one', 'two'],
      terms: [
        { clock, rated: true },
        { clock, rated: false },
      ],
    },
  ]);
  const near = choices({ clocks: ['5+3'], rated: 'rated', near: true });
  expect(seeksOf(near, 'member')).toEqual([
    { variants: ['one', 'two'], terms: [{ clock, rated: true }], near: true },
  ]);
});

test('clocks and days make two seeks, the live one first', () => {
  const mixed = choices({ clocks: ['5+3'], days: ['3'], reserves: ['10'], rated: 'casual' });
  expect(seeksOf(mixed, 'member').map(({ terms }) => terms)).toEqual([
    [{ clock, rated: false }],
    [
      { days: 3, rated: false },
      { reserve: 10, rated: false },
    ],
  ]);
});

test('a guest has one seek, which is casual and for anyone', () => {
  const wanted = choices({ clocks: ['5+3'], days: ['3'], rated: 'rated', near: true });
  expect(seeksOf(wanted, 'guest')).toEqual([{ variants: ['one', 'two'], terms: [{ clock, rated: false }] }]);
  const slow = seeksOf({ ...wanted, clocks: [] }, 'guest');
  expect(slow.map(({ terms }) => terms)).toEqual([[{ days: 3, rated: false }]]);
});

test('a listed seek is the same if its games and opponents are', () => {
  const wanted = { variants: ['one', 'two'], terms: [{ days: 3, rated: false }, { reserve: 10 }] };
  const games = wanted.terms.flatMap((terms) => wanted.variants.map((variant) => ({ variant, terms })));
  // The server omits false.
  const sent: unknown = JSON.parse(JSON.stringify(games).replaceAll(',"rated":false', ''));
  const listed = (more: object = {}) => ({ id: 'slow', yours: true, games: sent, ...more }) as Seek;
  expect(isSameSeek(wanted, listed())).toBe(true);
  expect(isSameSeek({ ...wanted, near: true }, listed({ near: true }))).toBe(true);
  for (const other of [
    { yours: false },
    { near: true },
    { side: 'white' },
    { games: games.slice(1) },
    { games: [...games, { variant: 'three', terms: { days: 3 } }] },
    { games: games.map(({ variant, terms }) => ({ variant, terms: { ...terms, rated: true } })) },
    { games: games.map(({ variant }) => ({ variant, terms: { days: 3 } })) },
  ])
    expect(isSameSeek(wanted, listed(other)), JSON.stringify(other)).toBe(false);
});

test('the live choices make no correspondence seek', () => {
  const mixed = choices({ clocks: ['5+3'], days: ['3'], reserves: ['10'], rated: 'casual' });
  expect(seeksOf(liveChoices(mixed), 'member').map(({ terms }) => terms)).toEqual([
    [{ clock, rated: false }],
  ]);
  expect(seeksOf(liveChoices({ ...mixed, clocks: [] }), 'guest')).toEqual([]);
});

test('choices without a game, without a time, or with too many games make no seek', () => {
  expect(missingIn(choices(), 'member')).toBeUndefined();
  expect(missingIn(choices({ variants: [] }), 'member')).toBe('variant');
  expect(missingIn(choices({ clocks: [] }), 'guest')).toBe('time');
  const seven = choices({
    variants: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    clocks: ['3+2', '5+3', '10+5', '15+10', '30+20'],
  });
  expect(missingIn(seven, 'member')).toBe('fewer');
  // Casual games only: 35 of them.
  expect(missingIn(seven, 'guest')).toBeUndefined();
});

test('stored choices that are unknown or malformed get their default', () => {
  expect(readChoices(undefined)).toEqual(DEFAULTS);
  expect(
    readChoices({ variants: ['one', 7], clocks: ['9+9', '5+3'], days: 'x', rated: 'no', near: 1 }),
  ).toEqual({
    ...DEFAULTS,
    variants: ['one'],
    clocks: ['5+3'],
  });
  const kept = choices({ clocks: [], days: ['7'], near: true, rated: 'casual' });
  expect(readChoices(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});

test('a chosen game counts only while it fits', () => {
  const games = ['one', 'two'].map((variant) => ({ variant, terms: { clock, rated: false } }));
  const key = gameKey('two', { clock, rated: false });
  expect(chosenGame(games, key)?.variant).toBe('two');
  expect(chosenGame(games.slice(0, 1), key)?.variant).toBe('one');
  expect(chosenGame(games, undefined)?.variant).toBe('one');
  expect(chosenGame([], key)).toBeUndefined();
});
