import { beforeEach, describe, expect, it } from 'vitest';

import {
  adviceOf,
  archive,
  archivedGames,
  eraseArchive,
  MOST_GAMES,
  recordOf,
  scoresOf,
  type ArchivedGame,
} from './archive.svelte';

const game = (ended: number, more: Partial<ArchivedGame> = {}): ArchivedGame => ({
  ended,
  variant: 'chess',
  level: 3,
  side: 'white',
  result: '1-0',
  headers: [['White', 'Player']],
  moves: 'e2e4 e7e5',
  ...more,
});

describe('the archive of games against the computer', () => {
  beforeEach(() => {
    eraseArchive();
  });

  it('keeps the latest games, and forgets the oldest', () => {
    for (let ended = 1; ended <= MOST_GAMES + 2; ended += 1) archive(game(ended));
    expect(archivedGames()).toHaveLength(MOST_GAMES);
    expect(archivedGames()[0]?.ended).toBe(3);
  });

  it('counts a game that was taken back and ended again once', () => {
    archive(game(1));
    archive(game(2, { result: '0-1' }), 1);
    expect(archivedGames().map(({ result }) => result)).toEqual(['0-1']);
  });

  it('scores each level from the side of the visitor', () => {
    const games = [
      game(1),
      game(2, { side: 'black' }),
      game(3, { result: '1/2-1/2' }),
      game(4, { level: 1, side: 'black', result: '0-1' }),
    ];
    expect(scoresOf(games)).toEqual([
      { level: 1, won: 1, drawn: 0, lost: 0 },
      { level: 3, won: 1, drawn: 1, lost: 1 },
    ]);
  });

  it('gives a record for each game', () =>
    expect(recordOf(game(1)).moves).toEqual([{ move: 'e2e4' }, { move: 'e7e5' }]));

  it('is erased, and can be had back', () => {
    archive(game(1));
    const restore = eraseArchive();
    expect(archivedGames()).toEqual([]);
    restore();
    expect(archivedGames()).toEqual([game(1)]);
  });

  it('suggests a level up or down once there are three games', () => {
    const score = (level: number, won: number, drawn: number, lost: number) => ({ level, won, drawn, lost });
    expect(adviceOf([score(3, 2, 0, 0)])).toBeUndefined();
    expect(adviceOf([score(4, 3, 0, 2)])).toEqual({ level: 4, won: 3, games: 5, next: 5 });
    expect(adviceOf([score(4, 3, 0, 2), score(5, 0, 1, 4)])?.next).toBe(4);
    expect(adviceOf([score(4, 3, 0, 2), score(5, 1, 0, 0)])?.next).toBe(5);
    expect(adviceOf([score(4, 2, 0, 2)])).toBeUndefined();
    expect(adviceOf([score(10, 9, 0, 0)])).toBeUndefined();
    expect(adviceOf([score(1, 0, 0, 9)])).toBeUndefined();
  });
});
