import { expect, it, vi } from 'vitest';

import { loadTexts } from '../../base/messages.svelte';
import type { LiveGame } from '../../live/game.svelte';
import type { GameRating } from '../../ratings/http';
import { ratingSentences, reasonOf, sidesOf } from './ratingSentences';

const seats = { white: { name: 'Ada' }, black: { name: 'Ben' } };
const game = (side?: 'white' | 'black') => ({ side, shared: { seats } }) as unknown as LiveGame;
const value = (rating: number, provisional = false) => ({ rating, deviation: 80, provisional });

it('lists the player’s own side first', () => {
  expect(sidesOf('black')).toEqual(['black', 'white']);
  expect(sidesOf(undefined)).toEqual(['white', 'black']);
});

it('reads both changes, those of a spectator by name', () => {
  const rating: GameRating = {
    game: 'aB3dE6gH',
    rated: true,
    decision: 'counted',
    white: { before: value(1523), after: value(1538.4), change: 15.4 },
    black: { before: value(1600, true), after: value(1585, true), change: -15 },
  };
  // Without a language, a text is its key.
  expect(ratingSentences(rating, game('black'))).toEqual([
    'ratings.announce.yours',
    'ratings.announce.theirs',
  ]);
  expect(ratingSentences(rating, game())).toEqual(['ratings.announce.theirs', 'ratings.announce.theirs']);
  expect(reasonOf(rating)).toBeUndefined();
});

it('has one sentence for each reason, in each language', async () => {
  const reasons = [
    'no-result',
    'too-short',
    'timeout-row',
    'account-closed',
    'position',
    'time-limit',
    'guest',
    'house-level',
    'placed',
    'repeated',
  ];
  vi.stubGlobal('document', { documentElement: {} });
  for (const language of ['en', 'de']) {
    (await loadTexts(language))();
    const said = reasons.map((decision) =>
      ratingSentences({ game: 'aB3dE6gH', rated: true, decision } as GameRating, game('white')).join(),
    );
    expect(new Set(said).size).toBe(reasons.length);
    for (const sentence of said) expect(sentence).toMatch(/^(This game does not|Diese Partie ändert).+\.$/);
  }
  const newer = { game: 'aB3dE6gH', rated: true, decision: 'something' } as unknown as GameRating;
  expect(reasonOf(newer)).toBe('Diese Partie ändert keine Wertung.');
});

it('has the reason of an annulled game instead of changes', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  const annulled = { at: 1, reason: 'Moved for both.' };
  const rating = { game: 'aB3dE6gH', rated: true, decision: 'annulled', annulled } as GameRating;
  (await loadTexts('en'))();
  expect(ratingSentences(rating, game('white'))).toEqual([
    'This game was annulled and does not count: Moved for both.',
  ]);
});
