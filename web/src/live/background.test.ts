//! Tests of a live game that is followed while another page is shown.
import { expect, test } from 'vitest';

import { backgroundOf, follow } from './background';
import type { GameFrame, GameUpdate, PlayedAct } from './frames';

const frame = (more: Partial<GameFrame> = {}): GameFrame => ({
  kind: 'game',
  game: 'abcdefgh',
  variant: 'chess',
  rules: '1',
  terms: { clock: { baseMs: 300_000, incrementMs: 2000 }, rated: false },
  startedAt: 0,
  seats: { white: { name: 'Ada' }, black: { name: 'Wu' } },
  side: 'white',
  seq: 0,
  acts: [],
  left: [300_000, 300_000],
  deadline: 30_000,
  offers: [],
  here: [true, true],
  watchers: 0,
  ...more,
});
const act = (more: Partial<PlayedAct>): GameUpdate => ({
  kind: 'act',
  game: 'abcdefgh',
  seq: 1,
  at: 1000,
  side: 'white',
  left: [300_000, 300_000],
  fact: { kind: 'moved', ply: 0, uci: 'e2e4', spentMs: 0, lagMs: 0 },
  ...more,
});
const moved = (seq: number, ply: number, draw = false): GameUpdate =>
  act({
    seq,
    at: seq * 1000,
    side: ply % 2 === 0 ? 'white' : 'black',
    fact: { kind: 'moved', ply, uci: 'e2e4', spentMs: 0, lagMs: 0, draw },
  });

test('a game without a clock, or of others, has nothing to say', () => {
  expect(backgroundOf(frame({ terms: { days: 3, rated: false } }))).toBeUndefined();
  const { side, ...watched } = frame();
  expect([side, backgroundOf(watched)]).toEqual(['white', undefined]);
});

test('it follows whose time runs, from the first moves on', () => {
  let known = backgroundOf(frame());
  expect(known).toMatchObject({ turn: 'white', opponent: 'Wu', deadline: 30_000 });
  known = follow(known, moved(1, 0));
  expect(known).toMatchObject({ turn: 'black', deadline: 31_000 });
  known = follow(known, moved(2, 1));
  expect(known).toMatchObject({ turn: 'white', deadline: undefined });
  expect(known?.clock.running).toEqual({ color: 'white', since: 2000 });
});

test('it knows what waits for an answer', () => {
  const known = follow(follow(backgroundOf(frame()), moved(1, 0)), moved(2, 1, true));
  expect(known?.isAsked).toBe(true);
  expect(follow(known, moved(3, 2))?.isAsked).toBe(false);
  const offer = act({ seq: 3, side: 'black', fact: { kind: 'offered', what: 'takeback' } });
  expect(follow(follow(known, moved(3, 2)), offer)?.isAsked).toBe(true);
});

test('a takeback has the game told again, and its end is seen', () => {
  const known = backgroundOf(frame());
  expect(follow(known, act({ fact: { kind: 'takenBack', ply: 0, spentMs: 0 } }))).toBeUndefined();
  const ended = { result: 'white', winner: 'white', reason: 'resigned' } as const;
  expect(follow(known, act({ fact: { kind: 'closed' }, ended }))?.hasEnded).toBe(true);
});

test('a frame with the rest of a game knows whose turn it is', () => {
  const known = follow(backgroundOf(frame()), moved(1, 0));
  const [rest] = [moved(2, 1)].flatMap((update) => (update.kind === 'act' ? [update] : []));
  const acts = rest ? [rest] : [];
  expect(follow(known, frame({ seq: 2, acts, runs: { side: 'white', since: 2000 } }))?.turn).toBe('white');
});
