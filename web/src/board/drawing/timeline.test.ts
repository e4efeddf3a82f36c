import { expect, it } from 'vitest';

import type { Event, ExplainedEvent } from '../../lib/rules';
import { landingOf, stepsOf } from './timeline';

const events = (...events: Event[]): ExplainedEvent[] =>
  events.map((event) => ({ rule: 'C.2', text: '', event }));
const QUEEN = { color: 'white', role: 'queen' } as const;
const PAWN = { color: 'white', role: 'pawn' } as const;

it('what happens at once is one step, in the order of the events', () => {
  const steps = stepsOf(
    events(
      { kind: 'taken', ...PAWN, at: 'g4' },
      { kind: 'moved', ...QUEEN, from: 'd1', to: 'g4' },
      { kind: 'pushed', ...PAWN, from: 'e4', to: 'a4' },
      { kind: 'pulled', ...PAWN, from: 'g7', to: 'g5' },
      { kind: 'promoted', ...PAWN, becomes: 'queen', at: 'a4' },
    ),
  );
  expect(steps.map(({ kind, events }) => [kind, events.length])).toEqual([
    ['move', 2],
    ['pulse', 2],
    ['change', 1],
  ]);
});

it('energy that is set free after a change flies after it', () => {
  const kinds = stepsOf(
    events(
      { kind: 'moved', ...QUEEN, from: 'd1', to: 'd5' },
      { kind: 'transformed', ...QUEEN, becomes: 'rook', at: 'd5' },
      { kind: 'ejected', from: 'd5', to: 'd8', amount: 1 },
    ),
  ).map(({ kind }) => kind);
  expect(kinds).toEqual(['move', 'change', 'energy']);
});

it('a pulse starts where the last mover landed: in castling at the rook', () => {
  const castling = events(
    { kind: 'moved', color: 'white', role: 'king', from: 'e1', to: 'g1' },
    { kind: 'moved', color: 'white', role: 'rook', from: 'h1', to: 'f1' },
  );
  expect(landingOf(castling)).toBe('f1');
  expect(landingOf([])).toBeUndefined();
});
