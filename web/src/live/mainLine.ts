//! The main line of a tree as that of an online game.
import type { GameTree } from '../game/tree.svelte';

/** Removes the moves of the main line after a number of plies. The last position must be in view. */
export function truncateLine(tree: GameTree, plies: number): void {
  while (tree.mainLine().length > plies) tree.undo();
}

/** Plays a line in place of the main line, and keeps the moves that both have. The last position must be in view. */
export function replaceLine(tree: GameTree, line: readonly string[]): void {
  const known = tree.mainLine();
  const shared = line.findIndex((uci, at) => known[at]?.played.uci !== uci);
  truncateLine(tree, shared < 0 ? line.length : shared);
  for (const uci of line.slice(tree.mainLine().length)) tree.play(uci);
}
