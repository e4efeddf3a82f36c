//! Titles and file names for exports.
import type { GameTree } from '../../../game/tree.svelte';
import { headerOf } from '../../../game/record';
import type { Played, Snapshot, Variant } from '../../../lib/rules';

/** Returns the title of a picture, which identifies the position exactly. */
export const pictureTitle = (variant: Variant, snapshot: Snapshot): string =>
  `${variant.name}: ${snapshot.fen}`;

/** Returns the players, if the game names them. */
const playersOf = (tree: GameTree): string[] =>
  ['White', 'Black'].flatMap((name) => {
    const player = headerOf(tree, name);
    return player && player !== '?' ? [player] : [];
  });

/** Returns a caption: the players, and the move that led to the position. */
export function captionOf(tree: GameTree, ply: number, last: Played | undefined): string {
  const { number, color } = tree.moveNumber(ply);
  const move = last ? [`${number}${color === 'white' ? '.' : '…'} ${last.san}`] : [];
  return [...(playersOf(tree).length > 0 ? [playersOf(tree).join(' – ')] : []), ...move].join(' · ');
}

/** Returns a file name without an extension. */
export function fileName(tree: GameTree): string {
  const words = [tree.variant.id, ...playersOf(tree)].join('-');
  return words.replace(/[^\p{L}\p{N}+-]+/gu, '-').slice(0, 80);
}
