import { beforeAll, expect, test, vi } from 'vitest';

import { loadTexts } from '../base/messages.svelte';
import type { Seek } from './http';
import {
  fittingText,
  gameText,
  isTakeable,
  obstacleSentence,
  obstacleText,
  ratingsText,
  takeableGames,
} from './text';

vi.mock('../base/catalog.svelte', () => ({
  families: () => [],
  variantOf: (id: string) => ({ name: id.toUpperCase() }),
}));
const visitor = vi.hoisted(() => ({ isMember: false }));
vi.mock('../live/session.svelte', () => ({ isMember: () => visitor.isMember }));

beforeAll(async () => {
  // The code reads the language from the document.
  Object.assign(globalThis, { document: { documentElement: {} } });
  (await loadTexts('en'))();
});

const clock = { baseMs: 300_000, incrementMs: 3000 };
const games = [
  { variant: 'one', terms: { clock, rated: true } },
  { variant: 'two', terms: { clock, rated: false }, fits: true },
];
const seek = (more: Partial<Seek> = {}): Seek => ({
  id: 'waits000',
  seeker: { name: 'Ada' },
  games,
  madeAt: 0,
  endsAt: 1,
  ...more,
});

test('each obstacle has a short text and the sentence of a refusal', () => {
  const texts = (more: Partial<Seek>) => [obstacleText(seek(more)), obstacleSentence(seek(more))];
  expect(texts({ obstacle: 'no-account' })).toEqual([
    'Rated: for members only',
    'You need an account for rated games, and to look for opponents near your strength. Sign in first.',
  ]);
  expect(texts({ obstacle: 'wait', remaining: 540 })).toEqual([
    'Wait 9 minutes for games with a clock',
    expect.stringContaining('You can look for the next game with a clock in 9 minutes.'),
  ]);
  const aborted = { obstacle: 'recently-aborted', remaining: 3541 } as const;
  expect(texts(aborted)[0]).toBe('A game between you was aborted: wait 60 minutes');
  visitor.isMember = true;
  expect(texts(aborted)[0]).toBe('A game between you was aborted: send a challenge, or wait 60 minutes');
  expect(texts({ ...aborted, seeker: { name: 'Bo', guest: 'bo' } })[0]).toContain(': wait 60 minutes');
  visitor.isMember = false;
  const others = ['other-strength', 'in-rated-game', 'opponent-in-rated-game'] as const;
  const shown = others.map((obstacle) => texts({ obstacle }).join());
  expect(new Set(shown).size).toBe(3);
  expect(shown.join()).not.toContain('That is not possible now.');
  expect(texts({ obstacle: 'newer' as never })[0]).toBe('That is not possible now.');
});

test('a seek that fits, the own seek, and one that fits a guest have no obstacle', () => {
  for (const more of [{ fits: true }, { yours: true }, { obstacle: 'no-session' as const }])
    expect(obstacleText(seek(more))).toBeUndefined();
  expect(
    [{ fits: true }, { obstacle: 'no-session' as const }, {}].map((more) => isTakeable(seek(more))),
  ).toEqual([true, true, false]);
});

test('a number of seeks is a sentence, also if there is none', () => {
  expect([0, 1, 2].map(fittingText)).toEqual([
    'No one is looking for a game that suits you.',
    '1 player is looking for a game that suits you.',
    '2 players are looking for a game that suits you.',
  ]);
});

test('the games to choose from are those that fit', () => {
  const names = (more: Partial<Seek>) => takeableGames(seek(more)).map(gameText);
  expect(names({ fits: true })).toEqual(['TWO · 5+3']);
  expect(names({ obstacle: 'no-session' })).toEqual(['TWO · 5+3']);
  const all = games.map((game) => ({ ...game, fits: true }));
  expect(names({ fits: true, games: all })).toEqual(['ONE · 5+3 · Rated', 'TWO · 5+3']);
});

test('ratings are named by variant if there are several', () => {
  const rated = (variant: string, rating: object) =>
    ({ ...games[0], variant, rating }) as Seek['games'][number];
  expect(ratingsText({ games })).toBeUndefined();
  const one = rated('one', { rating: 1612, provisional: true });
  expect(ratingsText({ games: [one, one] })).toEqual({
    shown: 'Rating 1612?',
    spoken: 'Rating provisional 1612',
  });
  expect(ratingsText({ games: [one, rated('two', { rating: 1500 })] })?.shown).toBe(
    'Rating ONE 1612?, TWO 1500',
  );
});
