//! A game as text, for the clipboard and for files.
import { rulesLanguage } from '../app/catalog.svelte';
import { navigate } from '../app/router.svelte';
import { areaPath } from '../app/routes';
import { packShared } from '../game/share';
import type { GameTree } from '../game/tree.svelte';
import { writePgn, type Color } from '../lib/rules';

/** The game as PGN, with the effects of its moves. */
export function pgnOf(tree: GameTree): string {
  const { headers, moves, ...record } = tree.toRecord();
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  return writePgn({ ...record, headers: pairs, moves: moves.map(({ move }) => ({ move })) }, rulesLanguage());
}

export function savePgn(tree: GameTree): void {
  const address = URL.createObjectURL(new Blob([pgnOf(tree)], { type: 'application/x-chess-pgn' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${tree.variant.id}-${new Date().toISOString().slice(0, 10)}.pgn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens the game on the analysis page, where the player looks at it and from their side. */
export const analyze = (tree: GameTree, orientation: Color): Promise<void> => open(tree, orientation, '');

/** Opens the game on the analysis page, from the player's side, and has it reviewed. */
export const review = (tree: GameTree, orientation: Color): Promise<void> =>
  open(tree, orientation, '?review');

async function open(tree: GameTree, orientation: Color, search: string): Promise<void> {
  const at = tree.path.map(() => 0);
  const packed = await packShared({ record: tree.toRecord(), at, orientation });
  navigate(`${areaPath('analyze', tree.variant.id)}${search}#${packed}`);
}
