//! Names for what leaves the page.
import type { GameTree } from '../../../game/tree.svelte';
import { headerOf } from '../../../game/record';
import type { Played, Snapshot, Variant } from '../../../lib/rules';

/** What a picture shows, in words that say it exactly. */
export const pictureTitle = (variant: Variant, snapshot: Snapshot): string =>
  `${variant.name}: ${snapshot.fen}`;

/** Who plays, as far as the game says so. */
const playersOf = (tree: GameTree): string[] =>
  ['White', 'Black'].flatMap((name) => {
    const player = headerOf(tree, name);
    return player && player !== '?' ? [player] : [];
  });

/** What stands under a picture: who plays, and the move that led to the position. */
export function captionOf(tree: GameTree, ply: number, last: Played | undefined): string {
  const { number, color } = tree.moveNumber(ply);
  const move = last ? [`${number}${color === 'white' ? '.' : '…'} ${last.san}`] : [];
  return [...(playersOf(tree).length > 0 ? [playersOf(tree).join(' – ')] : []), ...move].join(' · ');
}

/** A name for a file, without its ending. */
export function fileName(tree: GameTree): string {
  const words = [tree.variant.id, ...playersOf(tree)].join('-');
  return words.replace(/[^\p{L}\p{N}+-]+/gu, '-').slice(0, 80);
}
