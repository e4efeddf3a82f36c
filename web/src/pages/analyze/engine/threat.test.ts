import { expect, it } from 'vitest';

import { startedCatalog } from '../../../game/testing/rules';
import { newGame } from '../../../lib/rules';
import { movesAfterPass, passed } from './threat.svelte';

it('after a pass the other side has the moves that it has', () => {
  for (const variant of startedCatalog()) {
    const game = newGame(variant.id, 'en');
    const start = game.snapshot();
    const after = movesAfterPass(variant, start, 'en');
    expect(after.length, variant.id).toBe(start.moves.length);
    expect(
      after.every(({ from }) => start.pieces.find(({ square }) => square === from)?.color === 'black'),
    ).toBe(true);
  }
});

it('nobody passes in check', () => {
  const [chess] = startedCatalog().filter(({ id }) => id === 'chess');
  if (!chess) throw new Error('there is no chess');
  const game = newGame(chess.id, 'en', '4k3/8/8/8/8/8/4r3/4K3 w - - 0 1');
  expect(movesAfterPass(chess, game.snapshot(), 'en')).toEqual([]);
  expect(passed('8/8/8/8/4Pp2/8/8/K6k b - e3 0 1')).toBe('8/8/8/8/4Pp2/8/8/K6k w - - 0 1');
});
