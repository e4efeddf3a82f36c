import { beforeEach, describe, expect, it, vi } from 'vitest';

import { leftAt } from '../game/clock';
import { present, startedCatalog } from '../game/testing/rules';
import type { Variant } from '../lib/rules';

import { Refused, type GameFrame, type PlayedAct, type NewRequest } from './frames';
import { LiveGame } from './game.svelte';
import type { GameNotice } from './gameNotice';

const variants = startedCatalog();
const orthodox = present(
  variants.find(({ means, overlays }) => means.includes('check') && overlays.length === 0),
);
const START = 1_700_000_000_000;

let now = START;
let notices: GameNotice[] = [];
/** The requests sent so far, with callbacks that answer them. */
let asked: { newRequest: NewRequest; yes: (seq: number) => void; no: (error: Error) => void }[] = [];
const server = {
  now: () => now,
  request: vi.fn(
    async (newRequest: NewRequest) =>
      new Promise<number | undefined>((yes, no) => {
        asked.push({ newRequest, yes, no });
      }),
  ),
};

/** A partial shape whose values may be undefined. */
type Some<Shape> = { [Name in keyof Shape]?: Shape[Name] | undefined };

const BARE: GameFrame = {
  kind: 'game',
  game: 'abcdefgh',
  variant: orthodox.id,
  rules: '1',
  terms: { clock: { baseMs: 60_000, incrementMs: 0 }, rated: false },
  startedAt: START,
  seats: { white: { name: 'Ada' }, black: { name: 'Grace' } },
  side: 'white',
  seq: 0,
  acts: [],
  left: [60_000, 60_000],
  deadline: START + 30_000,
  offers: [],
  here: [true, true],
  watchers: 0,
};
const frame = (more: Some<GameFrame> = {}): GameFrame => ({ ...BARE, ...more }) as GameFrame;
const act = (seq: number, fact: PlayedAct['fact'], more: Some<PlayedAct> = {}): PlayedAct =>
  ({ seq, at: START + seq * 1000, left: [60_000, 60_000], fact, ...more }) as PlayedAct;
const moved = (seq: number, ply: number, uci: string, more: Some<PlayedAct> = {}): PlayedAct =>
  act(
    seq,
    { kind: 'moved', ply, uci, spentMs: 0, lagMs: 0 },
    { side: ply % 2 === 0 ? 'white' : 'black', ...more },
  );
const opened = (more: Some<GameFrame> = {}, variant: Variant = orthodox): LiveGame =>
  new LiveGame(frame({ variant: variant.id, ...more }), variant, 'en', server, (what) => notices.push(what));
const take = (game: LiveGame, ...acts: PlayedAct[]): void => {
  for (const one of acts) game.take({ kind: 'act', game: 'abcdefgh', ...one });
};
const moves = (game: LiveGame): string[] => game.tree.mainLine().map(({ played }) => played.uci);
const refusal = new Refused({
  type: '',
  kind: 'stale',
  title: '',
  status: 409,
  detail: 'the game is at ply 2',
});
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
};

beforeEach(() => {
  now = START;
  notices = [];
  asked = [];
});

describe('a game', () => {
  it('is what its acts have made of it', () => {
    const left = [58_000, 60_000];
    const game = opened({
      seq: 5,
      acts: [
        moved(1, 0, 'e2e4'),
        moved(2, 1, 'e7e5'),
        act(3, { kind: 'offered', what: 'takeback' }, { side: 'black' }),
        act(4, { kind: 'takenBack', ply: 1, spentMs: 2000 }, { side: 'white', left }),
        moved(5, 1, 'c7c5', { left }),
      ],
    });
    expect(moves(game)).toEqual(['e2e4', 'c7c5']);
    expect([game.certain, game.isOwnTurn, game.haveBothMoved]).toEqual([2, true, true]);
    take(game, moved(6, 2, 'g1f3', { left }), moved(6, 2, 'g1f3', { left }));
    expect(moves(game)).toEqual(['e2e4', 'c7c5', 'g1f3']);
  });

  it('knows whether a first move was late or somebody aborted, however it is told', () => {
    const ended = { result: 'none', reason: 'aborted' } as const;
    for (const [at, wasLate] of [
      [START + 30_999, false],
      [START + 31_000, true],
    ] as const) {
      const end = act(2, { kind: 'closed' }, { side: 'black', at, ended });
      const notices = opened({ seq: 2, acts: [moved(1, 0, 'e2e4'), end], ended });
      const followed = opened({ seq: 1, acts: [moved(1, 0, 'e2e4')] });
      take(followed, end);
      for (const game of [notices, followed])
        expect([game.endedBy, game.wasLate]).toEqual(['black', wasLate]);
    }
  });

  it('tells of a declined offer and when the next may follow, but not of one that lapsed or that it declined', () => {
    const game = opened({ seq: 2, acts: [moved(1, 0, 'e2e4'), moved(2, 1, 'e7e5')] });
    take(
      game,
      act(3, { kind: 'offered', what: 'draw' }, { side: 'white' }),
      act(4, { kind: 'answered', what: 'draw', yes: false }, { side: 'black' }),
    );
    expect(notices).toEqual([{ kind: 'declined', what: 'draw', by: 'black' }]);
    expect(game.movesUntilDraw).toBe(10);
    take(
      game,
      act(5, { kind: 'offered', what: 'draw' }, { side: 'black' }),
      act(6, { kind: 'answered', what: 'draw', yes: false }, { side: 'white' }),
      act(7, { kind: 'offered', what: 'takeback' }, { side: 'black' }),
      moved(8, 2, 'g1f3'),
    );
    expect(notices).toHaveLength(1);
    expect(game.movesUntilDraw).toBe(9);
  });

  it('goes on where it was after an interruption', () => {
    const game = opened();
    take(game, moved(1, 0, 'e2e4'));
    game.take(frame({ seq: 2, acts: [moved(2, 1, 'e7e5')] }));
    expect(moves(game)).toEqual(['e2e4', 'e7e5']);
    game.take(frame({ seq: 2, acts: [] }));
    game.take(frame({ seq: 3, acts: [moved(1, 0, 'e2e4'), moved(2, 1, 'e7e5'), moved(3, 2, 'd2d4')] }));
    expect(moves(game)).toEqual(['e2e4', 'e7e5', 'd2d4']);
  });

  it('is another one if the server says so', () => {
    const game = opened({ seq: 2, acts: [moved(1, 0, 'e2e4'), moved(2, 1, 'e7e5')] });
    game.take(frame({ seq: 1, acts: [moved(1, 0, 'd2d4')] }));
    expect([moves(game), game.certain, game.seq]).toEqual([['d2d4'], 1, 1]);
  });

  it('goes on behind the back of who looks at an earlier position', () => {
    const game = opened({ seq: 1, acts: [moved(1, 0, 'e2e4')] });
    game.tree.first();
    take(game, moved(2, 1, 'e7e5'));
    expect([game.tree.snapshot.ply, game.head.ply, game.isLive]).toEqual([0, 2, false]);
  });

  it('ends as it is told', () => {
    const game = opened({ seq: 1, acts: [moved(1, 0, 'e2e4')] });
    const ended = { result: 'white', winner: 'white', reason: 'resigned' } as const;
    take(game, act(2, { kind: 'closed' }, { side: 'black', ended }));
    expect([game.ended, game.turn, game.tree.result]).toEqual([ended, undefined, '1-0']);
  });
});

describe.each(variants)('$id', (variant) => {
  it('is followed move by move', () => {
    const white = opened({}, variant);
    for (let ply = 0; ply < 12 && !white.head.ending; ply += 1) {
      const { moves } = white.head;
      take(white, moved(ply + 1, ply, present(moves[(ply * 7) % moves.length]).uci));
      expect(white.certain).toBe(ply + 1);
    }
    white.free();
  });
});

describe('a move of one’s own', () => {
  it('is shown at once, and certain when its act comes', () => {
    const game = opened();
    game.play('e2e4');
    expect([moves(game), game.certain, game.isPending, game.isOwnTurn]).toEqual([['e2e4'], 0, true, false]);
    expect(asked[0]?.newRequest).toEqual({ kind: 'move', game: 'abcdefgh', seen: 0, ply: 0, uci: 'e2e4' });
    take(game, moved(1, 0, 'e2e4'));
    expect([moves(game), game.certain, game.isPending]).toEqual([['e2e4'], 1, false]);
  });

  it('is taken back with the refusal', async () => {
    const game = opened();
    game.play('e2e4');
    asked[0]?.no(refusal);
    await settled();
    expect([moves(game), game.isOwnTurn]).toEqual([[], true]);
    expect(notices).toEqual([{ kind: 'refused', error: refusal }]);
  });

  it('gives way to what was played meanwhile on another machine', async () => {
    const game = opened();
    game.play('e2e4');
    take(game, moved(1, 0, 'd2d4'));
    expect([moves(game), game.isPending]).toEqual([['d2d4'], false]);
    asked[0]?.no(refusal);
    await settled();
    expect(moves(game)).toEqual(['d2d4']);
  });

  it('stays on the board while the connection comes and goes', () => {
    const game = opened();
    game.play('e2e4');
    game.take(frame({ seq: 0, acts: [] }));
    expect([moves(game), game.isPending]).toEqual([['e2e4'], true]);
  });

  it('that comes too late is none', () => {
    const game = opened({ seq: 2, acts: [moved(1, 0, 'e2e4'), moved(2, 1, 'e7e5')] });
    game.play('g1f3');
    const ended = { result: 'black', winner: 'black', reason: 'timed-out' } as const;
    take(game, act(3, { kind: 'closed' }, { side: 'white', at: START + 70_000, ended }));
    expect(moves(game)).toEqual(['e2e4', 'e7e5']);
  });

  it('is not made when it is not one’s turn', () => {
    const game = opened({ side: 'black' });
    game.play('e2e4');
    expect([moves(game), asked]).toEqual([[], []]);
    const watching = opened({ side: undefined });
    watching.play('e2e4');
    expect([moves(watching), asked]).toEqual([[], []]);
  });
});

describe('clocks', () => {
  const running = () =>
    opened({
      seq: 2,
      acts: [moved(1, 0, 'e2e4'), moved(2, 1, 'e7e5')],
      runs: { side: 'white', since: START + 2000 },
      deadline: undefined,
    });

  it('stand until both have moved, within half a minute each', () => {
    const game = opened();
    expect([game.clock?.running, game.deadline]).toEqual([undefined, START + 30_000]);
    take(game, moved(1, 0, 'e2e4'));
    expect([game.clock?.running, game.deadline]).toEqual([undefined, START + 31_000]);
    take(game, act(2, { kind: 'timed', side: 'black', ms: 5000, why: 'outage' }, { side: 'black' }));
    expect(game.deadline).toBe(START + 36_000);
    take(game, moved(3, 1, 'e7e5'));
    expect(game.clock?.running).toEqual({ color: 'white', since: START + 3000 });
    expect(game.deadline).toBeUndefined();
  });

  it('show what the server has, and what has passed since', () => {
    const game = running();
    const fact = { kind: 'moved', ply: 2, uci: 'g1f3', spentMs: 5000, lagMs: 0 } as const;
    take(game, act(3, fact, { side: 'white', at: START + 7000, left: [55_000, 60_000] }));
    const clock = present(game.clock);
    expect(leftAt(clock, 'white', START + 9000)).toBe(55_000);
    expect(leftAt(clock, 'black', START + 9000)).toBe(58_000);
  });

  it('run until a move has arrived', () => {
    const game = running();
    now = START + 12_000;
    game.play('g1f3');
    expect(game.pendingSince).toBe(now);
    expect(leftAt(present(game.clock), 'white', START + 50_000)).toBe(12_000);
  });

  it('run on over an offer, and stop at the end', () => {
    const game = running();
    take(game, act(3, { kind: 'offered', what: 'draw' }, { side: 'black' }));
    expect(game.clock?.running?.since).toBe(START + 2000);
    const ended = { result: 'draw', reason: 'agreed' } as const;
    take(game, act(4, { kind: 'answered', what: 'draw', yes: true }, { side: 'white', ended }));
    expect(game.clock?.running).toBeUndefined();
  });

  it('stand at nothing where time ran out', () => {
    const game = running();
    const ended = { result: 'black', winner: 'black', reason: 'timed-out' } as const;
    take(game, act(3, { kind: 'closed' }, { side: 'white', at: START + 70_000, ended }));
    expect(game.clock).toMatchObject({ left: { white: 0, black: 60_000 } });
    expect(game.clock?.running).toBeUndefined();
  });

  it('of days have the days of a move', () => {
    const terms = { days: 3, rated: false };
    const game = opened({ terms, left: undefined, deadline: undefined });
    take(game, moved(1, 0, 'e2e4', { left: undefined }));
    expect([game.clock, game.deadline]).toEqual([undefined, START + 1000 + 3 * 86_400_000]);
  });
});

describe('offers', () => {
  const begun = () => opened({ seq: 2, acts: [moved(1, 0, 'e2e4'), moved(2, 1, 'e7e5')] });

  it('of a draw stand until they are declined, or the other side moves', () => {
    const game = begun();
    take(game, act(3, { kind: 'offered', what: 'draw' }, { side: 'black' }));
    expect(game.offerOf('black', 'draw')?.seq).toBe(3);
    take(game, moved(4, 2, 'g1f3'));
    expect(game.offers).toEqual([]);
    const fact = { kind: 'moved', ply: 4, uci: 'f1c4', spentMs: 0, lagMs: 0, draw: true } as const;
    take(game, moved(5, 3, 'b8c6'), act(6, fact, { side: 'white' }));
    expect(game.offerOf('white', 'draw')?.seq).toBe(6);
    take(game, act(7, { kind: 'answered', what: 'draw', yes: false }, { side: 'black' }));
    expect(game.offers).toEqual([]);
  });

  it('of a takeback lapse with any move', () => {
    const game = begun();
    take(game, act(3, { kind: 'offered', what: 'takeback' }, { side: 'black' }));
    take(game, moved(4, 2, 'g1f3'));
    expect(game.offers).toEqual([]);
  });
});

describe('premoves', () => {
  const waiting = (more: Some<GameFrame> = {}) => opened({ seq: 1, acts: [moved(1, 0, 'e2e4')], ...more });

  it('are shown, and played one by one as they come up', () => {
    const game = waiting();
    game.plan({ from: 'g1', to: 'f3' });
    game.plan({ from: 'f3', to: 'e5' });
    expect(game.shown.pieces.find(({ square }) => square === 'e5')?.role).toBe('knight');
    expect(game.shown.pieces.some(({ square }) => square === 'g1')).toBe(false);
    take(game, moved(2, 1, 'b8c6'));
    expect([moves(game).at(-1), game.premoves]).toEqual(['g1f3', [{ from: 'f3', to: 'e5' }]]);
    take(game, moved(3, 2, 'g1f3'), moved(4, 3, 'e7e5'));
    expect(moves(game).at(-1)).toBe('f3e5');
  });

  it('are void when one of them is not legal', () => {
    const game = waiting();
    game.plan({ from: 'e4', to: 'd5' });
    game.plan({ from: 'd1', to: 'h5' });
    take(game, moved(2, 1, 'e7e5'));
    expect([moves(game).length, game.premoves, notices]).toEqual([2, [], [{ kind: 'premovesVoid' }]]);
  });

  it('that leave a choice are asked about', () => {
    const fen = 'k7/4P3/8/8/8/8/8/K7 b - - 0 1';
    const game = opened({ fen });
    game.plan({ from: 'e7', to: 'e8' });
    take(game, moved(1, 0, 'a8b7', { side: 'black' }));
    expect([game.choosing, moves(game).length]).toEqual([{ from: 'e7', to: 'e8' }, 1]);
    game.play('e7e8q');
    expect([game.choosing, moves(game).at(-1)]).toEqual([undefined, 'e7e8q']);
  });

  it('are taken back all at once', () => {
    const game = waiting();
    game.plan({ from: 'g1', to: 'f3' });
    game.unplan();
    expect([game.premoves, game.shown]).toEqual([[], game.head]);
  });

  it('are none of the other side’s pieces, of spectators, or where days pass between moves', () => {
    const game = waiting();
    game.plan({ from: 'e7', to: 'e5' });
    game.plan({ from: 'e5', to: 'e6' });
    const acts = [moved(1, 0, 'e2e4', { left: undefined })];
    const days = waiting({ terms: { days: 3, rated: false }, acts, left: undefined });
    days.plan({ from: 'g1', to: 'f3' });
    const watching = waiting({ side: undefined });
    watching.plan({ from: 'g1', to: 'f3' });
    expect([game.premoves, days.premoves, watching.premoves]).toEqual([[], [], []]);
  });

  it('end with a takeback', () => {
    const game = waiting();
    game.plan({ from: 'g1', to: 'f3' });
    take(game, act(2, { kind: 'offered', what: 'takeback' }, { side: 'white' }));
    take(game, act(3, { kind: 'takenBack', ply: 0, spentMs: 0 }, { side: 'black' }));
    expect([game.premoves, moves(game)]).toEqual([[], []]);
  });
});

it('knows who is here, and when the game may be claimed', () => {
  const game = opened();
  expect(game.seen.white).toEqual({ isHere: true });
  const here = { here: true, pingMs: 40 };
  game.take({
    kind: 'here',
    game: 'abcdefgh',
    white: here,
    black: { here: false, goneInMs: 15_000 },
    watchers: 2,
  });
  expect(game.seen).toEqual({
    white: { isHere: true, pingMs: 40, goneAt: undefined },
    black: { isHere: false, pingMs: undefined, goneAt: START + 15_000 },
  });
  expect(game.watchers).toBe(2);
  game.take(frame({ here: [] }));
  expect(game.seen.white).toBeUndefined();
});
