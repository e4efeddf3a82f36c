//! An example move for the text input, legal in the current position.
import type { GameTree } from '../game/tree.svelte';

/**
 * Returns a piece move, which shows more of the notation than a pawn move. Later in a game it would look like advice.
 */
export function exampleMove({ here, snapshot }: GameTree): string | undefined {
  if (here.ply > 1) return undefined;
  const { moves } = snapshot;
  return (moves.find(({ san }) => /^[BNQR]/.test(san)) ?? moves[0])?.san;
}
