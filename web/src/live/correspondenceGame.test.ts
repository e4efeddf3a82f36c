//! Tests of correspondence games: moves are confirmed before they are sent.
import { beforeEach, describe, expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import type { GameFrame, NewRequest, PlayedAct } from './frames';
import { LiveGame } from './game.svelte';
import type { GameNotice } from './gameNotice';

const orthodox = present(
  startedCatalog().find(({ means, overlays }) => means.includes('check') && overlays.length === 0),
);
const START = 1_700_000_000_000;
const DAY = 86_400_000;

let asked: NewRequest[] = [];
let notices: GameNotice[] = [];
/** Settles the last request. */
let answer: { yes: () => void; no: (error: Error) => void } = { yes: () => undefined, no: () => undefined };
const server = {
  now: () => START,
  request: async (newRequest: NewRequest) => {
    asked.push(newRequest);
    return new Promise<number | undefined>((yes, no) => (answer = { yes: () => yes(1), no }));
  },
};

const opened = (more: Partial<GameFrame> = {}): LiveGame =>
  new LiveGame(
    {
      kind: 'game',
      game: 'abcdefgh',
      variant: orthodox.id,
      rules: '1',
      terms: { days: 3, rated: false },
      startedAt: START,
      seats: { white: { name: 'Ada' }, black: { name: 'Grace' } },
      side: 'white',
      seq: 0,
      acts: [],
      left: null,
      deadline: START + 3 * DAY,
      offers: [],
      here: [true, true],
      watchers: 0,
      ...more,
    },
    orthodox,
    'en',
    server,
    (what) => notices.push(what),
  );
const moved = (seq: number, ply: number, uci: string): PlayedAct => ({
  seq,
  at: START + seq * 1000,
  left: null,
  fact: { kind: 'moved', ply, uci, spentMs: 0, lagMs: 0 },
  side: ply % 2 === 0 ? 'white' : 'black',
});
const take = (game: LiveGame, one: PlayedAct): void => game.take({ kind: 'act', game: 'abcdefgh', ...one });
const moves = (game: LiveGame): string[] => game.tree.mainLine().map(({ played }) => played.uci);

beforeEach(() => {
  asked = [];
  notices = [];
});

describe('a proposed move', () => {
  it('is on the board, but it remains the turn of the player until it is sent', async () => {
    const game = opened();
    game.propose('e2e4');
    expect([moves(game), game.certain, asked]).toEqual([['e2e4'], 0, []]);
    expect([game.turn, game.isOwnTurn, game.isProposing, game.deadline]).toEqual([
      'white',
      true,
      true,
      START + 3 * DAY,
    ]);
    const isSent = game.confirm();
    expect(asked).toEqual([{ kind: 'move', game: 'abcdefgh', seen: 0, ply: 0, uci: 'e2e4' }]);
    expect([game.isProposing, game.isPending]).toEqual([false, true]);
    answer.yes();
    expect(await isSent).toBe(true);
    take(game, moved(1, 0, 'e2e4'));
    expect([moves(game), game.certain, game.turn]).toEqual([['e2e4'], 1, 'black']);
  });

  it('can be withdrawn and replaced', () => {
    const game = opened();
    game.propose('e2e4');
    game.propose('d2d4');
    expect(moves(game)).toEqual(['e2e4']);
    game.withdraw();
    expect([moves(game), game.isProposing]).toEqual([[], false]);
    game.propose('d2d4');
    expect(moves(game)).toEqual(['d2d4']);
  });

  it('is dropped by a move from another device and by the end of the game', async () => {
    const game = opened();
    game.propose('e2e4');
    take(game, moved(1, 0, 'd2d4'));
    expect([moves(game), game.isProposing]).toEqual([['d2d4'], false]);
    expect(await game.confirm()).toBe(false);

    const over = opened();
    over.propose('e2e4');
    const ended = { result: 'none', reason: 'aborted' } as const;
    take(over, { seq: 1, at: START + 1000, left: null, fact: { kind: 'closed' }, side: 'black', ended });
    expect([moves(over), over.isProposing, asked]).toEqual([[], false, []]);
  });

  it('remains while the connection is restored', () => {
    const game = opened();
    game.propose('e2e4');
    game.take({
      ...game.shared,
      kind: 'game',
      seq: 0,
      acts: [],
      offers: [],
      here: [true, true],
      watchers: 0,
    });
    expect([moves(game), game.isProposing]).toEqual([['e2e4'], true]);
  });

  it('that is refused after the player has left the page is only reported', async () => {
    const game = opened();
    game.propose('e2e4');
    const isSent = game.confirm();
    game.free();
    answer.no(new Error('refused'));
    expect(await isSent).toBe(false);
    expect(notices).toHaveLength(1);
  });
});
