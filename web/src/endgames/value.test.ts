import { beforeAll, describe, expect, it } from 'vitest';

import { piecesOf } from './material';
import { judge, judgedText, valueText } from './value';
import type { Solved } from './api';

const win = (plies: number, certain = true): Solved => ({ value: 'win', plies, certain });
const loss = (plies: number): Solved => ({ value: 'loss', plies, certain: true });
const draw: Solved = { value: 'draw', certain: true };

describe('a move', () => {
  it.each([
    [win(31), win(31), 'best'],
    [win(31), win(33), 'slower'],
    [win(31), draw, 'drew'],
    [win(31), loss(4), 'lost'],
    [draw, draw, 'held'],
    [draw, loss(4), 'lost'],
    [loss(8), loss(8), 'longest'],
    [loss(8), loss(2), 'shorter'],
  ] as const)('from %j to %j is %s', (before, after, verdict) => expect(judge(before, after)).toBe(verdict));
});

describe('in words', () => {
  beforeAll(async () => {
    const { loadTexts } = await import('../base/messages.svelte');
    const globals = globalThis as { document?: unknown };
    globals.document ??= { documentElement: { lang: '' } };
    (await loadTexts('en'))();
  });

  it('a value says when it ends, and whether that is certain', () => {
    expect([win(1), win(31), loss(0), loss(8), draw].map(valueText)).toEqual([
      'wins in 1 move',
      'wins in 16 moves',
      'has lost',
      'loses in 4 moves',
      'draw',
    ]);
    expect(valueText(win(61, false))).toBe('wins in 31 moves, unless 50 moves pass without progress');
  });

  it('a judgment names the move and what is left', () => {
    expect(judgedText('Kb1', 'best', win(31))).toBe('Kb1 is best: wins in 16 moves.');
    expect(judgedText('Rb4', 'drew', draw)).toContain('Rb4');
  });
});

describe('the pieces of an ending', () => {
  it('are White’s, then Black’s', () =>
    expect(piecesOf('KQvKR')).toEqual([
      { color: 'white', roles: ['king', 'queen'] },
      { color: 'black', roles: ['king', 'rook'] },
    ]));
});
