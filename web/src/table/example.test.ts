import { expect, it } from 'vitest';

import { GameTree } from '../game/tree.svelte';
import { startedCatalog } from '../game/testing/rules';
import { exampleMove } from './example';

it('a move is an example at the start of a game, and would be advice later', () => {
  const variant = startedCatalog().find(({ id }) => id === 'chess');
  if (!variant) throw new Error('there is no chess');
  const tree = GameTree.start(variant, undefined, 'en');
  expect(exampleMove(tree)).toMatch(/^N/);
  tree.play('e2e4');
  tree.play('e7e5');
  expect(exampleMove(tree)).toBeUndefined();
  tree.free();
});
