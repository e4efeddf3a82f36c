import { expect, it } from 'vitest';

import { startedCatalog } from '../../../game/testing/rules';
import { judge, thresholds } from '../../../lib/rules';
import { wholePercent } from './verdicts';

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
