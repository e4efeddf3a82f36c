import { expect, it } from 'vitest';

import type { Report } from '../../../lib/rules';

import { merged } from './engineLines.svelte';
import { scoreText } from './lines';

const report = (depth: number, line: number, first: string): Report => ({
  depth,
  line,
  selectiveDepth: depth,
  score: { kind: 'centipawns', value: 10 },
  bound: 'exact',
  nodes: 1,
  nodesPerSecond: 1,
  elapsedMs: 1,
  hashFull: 0,
  moves: [first],
});
const format = (value: number, options: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat('en', options).format(value);

it('shows no move twice while an iteration is under way', () => {
  const before = [report(9, 1, 'a'), report(9, 2, 'b'), report(9, 3, 'c')];
  const shown = merged([report(10, 1, 'b'), ...before], 3);
  expect(shown.map(({ depth, line, moves }) => [depth, line, ...moves])).toEqual([
    [10, 1, 'b'],
    [9, 2, 'a'],
    [9, 3, 'c'],
  ]);
});

it('writes scores from the side of White', () => {
  const text = (
    kind: 'mate' | 'centipawns',
    value: number,
    turn: 'white' | 'black',
    bound: Report['bound'] = 'exact',
  ) => scoreText({ score: { kind, value }, bound }, turn, format);
  expect(text('centipawns', 34, 'white')).toBe('+0.34');
  expect(text('centipawns', 34, 'black')).toBe('−0.34');
  expect(text('centipawns', 0, 'black')).toBe('0.00');
  expect(text('centipawns', 5, 'black', 'lower')).toBe('≤−0.05');
  expect(text('mate', 3, 'black')).toBe('−#3');
  expect(text('mate', 0, 'black')).toBe('+#0');
});
