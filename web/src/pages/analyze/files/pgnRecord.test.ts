import { expect, it } from 'vitest';

import type { GameRecord } from '../../../game/record';
import { withJudgments } from './pgnRecord';

const record: GameRecord = {
  variant: 'any',
  headers: [],
  moves: [{ move: 'f3' }, { move: 'e5', nags: [14] }, { move: 'g4', nags: [3] }, { move: 'Qh4#' }],
  result: '0-1',
};

it('the engine judges the moves that nobody has judged', () => {
  const { moves } = withJudgments(record, ['inaccuracy', 'mistake', 'blunder', undefined]);
  expect(moves.map(({ nags }) => nags)).toEqual([[6], [2, 14], [3], undefined]);
});
