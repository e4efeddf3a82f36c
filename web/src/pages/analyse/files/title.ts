//! Names for what leaves the page.
import type { GameTree } from '../../../game/tree.svelte';
import { headerOf } from '../../../game/record';
import type { Snapshot, Variant } from '../../../lib/rules';

/** What a picture shows, in words that say it exactly. */
export const pictureTitle = (variant: Variant, snapshot: Snapshot): string =>
  `${variant.name}: ${snapshot.fen}`;

/** A name for a file, without its ending. */
export function fileName(tree: GameTree): string {
  const names = ['White', 'Black'].map((name) => headerOf(tree, name)).filter((name) => name && name !== '?');
  const words = [tree.variant.id, ...names].join('-');
  return words.replace(/[^\p{L}\p{N}+-]+/gu, '-').slice(0, 80);
}
