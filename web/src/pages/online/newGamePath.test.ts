import { expect, it, vi } from 'vitest';

import type { LiveGame } from '../../live/game.svelte';
import { newGamePath } from './newGamePath';

vi.mock('../../lobby/ownSeeks.svelte', () => ({ isLobbyGame: (game: string) => game === 'lobby000' }));

const path = (game: string, side?: string, black: object = { name: 'Ben' }): string => {
  const seats = { white: { name: 'Ada' }, black };
  return newGamePath({ shared: { game, seats }, side, variant: { id: 'chess' } } as unknown as LiveGame);
};

it('leads a player to where the game came from', () => {
  expect(path('house000', 'white', { name: 'House 3', house: 3 })).toBe('/lobby#house');
  expect(path('lobby000', 'white')).toBe('/lobby');
  expect(path('friend00', 'black')).toBe('/friend/chess');
});

it('leads a spectator to a game that needs no opponent', () => {
  expect(path('lobby000')).toBe('/play/chess');
});
