//! A move as an example of how moves are typed.
import type { GameTree } from '../game/tree.svelte';

/** A move of a piece, which shows more of the notation than that of a pawn. Later in a game it would read like advice. */
export function exampleMove({ here, snapshot }: GameTree): string | undefined {
  if (here.ply > 1) return undefined;
  const { moves } = snapshot;
  return (moves.find(({ san }) => /^[BNQR]/.test(san)) ?? moves[0])?.san;
}
