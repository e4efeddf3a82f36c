import { expect, it } from 'vitest';

import { startedCatalog } from '../../../game/testing/rules';
import { judge, thresholds } from '../../../lib/rules';
import { shareAfter, wholePercent } from './verdicts';

it('a loss is shown as a number that fits its verdict', () => {
  startedCatalog();
  const steps = thresholds();
  for (let after = 0; after < 1500; after += 1) {
    const { loss, verdict } = judge(
      { kind: 'centipawns', value: 0 },
      { kind: 'centipawns', value: after },
      'white',
    );
    const shown = steps.findLast(({ from }) => wholePercent(loss) >= Math.round(from * 100))?.verdict;
    expect(shown).toBe(verdict);
  }
});

it('a share falls by as much as the loss says', () => {
  const shown = (before: number, loss: number): number[] =>
    [before, shareAfter(before, loss), loss].map(wholePercent);
  // Rounded down one by one, these are 37, 26, and 10.
  expect(shown(0.374, 0.109)).toEqual([37, 27, 10]);
  expect(shown(0.2, 0.3)).toEqual([20, 0, 30]);
});
