//! The starting position of a task or of a diagram, as a playable game.
import { rulesLanguage, variantOf } from '../../base/catalog.svelte';
import { GameTree } from '../../game/tree.svelte';
import type { Task } from '../../lib/rules';

export function startOf({ variant: id, fen }: Pick<Task, 'variant' | 'fen'>): GameTree {
  const variant = variantOf(id);
  if (!variant) throw new Error(`there is no variant ${id}`);
  return GameTree.start(variant, fen, rulesLanguage());
}
