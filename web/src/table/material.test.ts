import { expect, it } from 'vitest';

import { startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import { leadOf } from './material';

const variants = startedCatalog();

it('at the start nobody is ahead; without a queen the other side is, by as much as the variant says', () => {
  for (const { id, values } of variants) {
    const { pieces } = newGame(id, 'en').snapshot();
    expect(leadOf('white', pieces, values)).toBe(0);
    const queen = values.find(({ role }) => role === 'queen')?.value ?? 0;
    const fewer = pieces.filter(({ role, color }) => role !== 'queen' || color === 'white');
    expect(leadOf('white', fewer, values)).toBe(Math.round(queen / 100));
    expect(leadOf('black', fewer, values)).toBe(-leadOf('white', fewer, values));
  }
});
