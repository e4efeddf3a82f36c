//! Conversion of the better moves in a review to algebraic notation.
import type { NodeId } from '../../../game/nodes';
import type { GameTree } from '../../../game/tree.svelte';

import type { Judged } from './gameEvaluation.svelte';

/** Returns the SAN of the better move for each move of the main line that has one. */
export function sansOf(tree: GameTree, judged: readonly Judged[]): Map<NodeId, string> {
  const sans = new Map<NodeId, string>();
  const game = tree.game.clone();
  try {
    while (game.undo());
    for (const { node, best } of judged) {
      if (best) sans.set(node.id, game.preview(best).san);
      game.play(node.played.uci);
    }
    return sans;
  } finally {
    game.free();
  }
}
