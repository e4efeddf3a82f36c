import { expect, test } from 'vitest';

import type { ListedGame } from './http';
import { inOrder, nextGame, nextOf } from './runningGames.svelte';

const listed = (game: string, more: Partial<ListedGame>): ListedGame => ({
  game,
  variant: 'some',
  terms: { days: 3, rated: false },
  seats: { white: { name: 'Ada' }, black: { name: 'Bo' } },
  side: 'white',
  fen: '',
  plies: 0,
  yourTurn: false,
  startedAt: 0,
  ...more,
});

const games = [
  listed('patient', { yourTurn: true }),
  listed('theirs', { deadline: 1 }),
  listed('later', { yourTurn: true, deadline: 9 }),
  listed('soon', { yourTurn: true, deadline: 5 }),
  listed('live', { yourTurn: true, deadline: 2, terms: { clock: { baseMs: 1 }, rated: false } }),
];

test('games that wait for the visitor come first, then by deadline', () =>
  expect(inOrder(games).map(({ game }) => game)).toEqual(['live', 'soon', 'later', 'patient', 'theirs']));

test('a visitor without a session has no next game', () => expect(nextGame('some')).toBeUndefined());

test('the next game is the one that waits after the shown one, and the first after the last', () => {
  const order = ['live', 'soon', 'later', 'patient', 'live'];
  for (const [at, game] of order.slice(0, -1).entries())
    expect(nextOf(games, game)?.game).toBe(order[at + 1]);
  for (const shown of ['theirs', 'unknown', undefined]) expect(nextOf(games, shown)?.game).toBe('live');
  expect(nextOf(games.slice(0, 2), 'patient')).toBeUndefined();
});
