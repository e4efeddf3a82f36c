import { describe, expect, it } from 'vitest';

import { acceptsDraw } from '../lib/rules';
import { LEVELS, orderOf } from './opponent';
import { startedCatalog } from './testing/rules';

startedCatalog();

describe('a level', () => {
  it('takes the longer for a move the stronger it is', () => {
    const times = LEVELS.map((level) => orderOf({ kind: 'level', level, seed: 1 }).moveTimeMs ?? 0);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    expect([times[0], times[9]]).toEqual([30, 3000]);
  });

  it('takes a share of its clock in a game with clocks, less what a move loses on its way', () => {
    const purse = { leftMs: 60_000.4, incrementMs: 2000 };
    const order = orderOf({ kind: 'level', level: 4, seed: 7, clocks: [purse, { ...purse, leftMs: 5 }] });
    expect(order).toEqual({
      level: 4,
      seed: 7,
      book: true,
      clocks: [
        { leftMs: 59_970, incrementMs: 2000 },
        { leftMs: 1, incrementMs: 2000 },
      ],
    });
  });
});

it('gives tips at full strength, whoever plays', () =>
  expect(orderOf({ kind: 'short' })).toEqual({ moveTimeMs: 500, level: 10 }));

it.each([
  [{ kind: 'centipawns', value: 80 }, 2, true],
  [{ kind: 'centipawns', value: 79 }, 79, false],
  [{ kind: 'centipawns', value: 79 }, 80, true],
  [{ kind: 'centipawns', value: 10 }, 80, true],
  [{ kind: 'centipawns', value: -10 }, 80, true],
  [{ kind: 'centipawns', value: -11 }, 80, false],
  [{ kind: 'centipawns', value: 10 }, 79, false],
  [{ kind: 'centipawns', value: -80 }, 200, false],
  [{ kind: 'mate', value: 3 }, 2, true],
  [{ kind: 'mate', value: -3 }, 200, false],
] as const)('with %j for its opponent after %d plies: a draw is welcome: %s', (score, plies, welcome) =>
  expect(acceptsDraw(score, plies)).toBe(welcome),
);
