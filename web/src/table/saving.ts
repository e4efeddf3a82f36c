//! Export of a game: as PGN to the clipboard or a file, and to the analysis page.
import { rulesLanguage } from '../base/catalog.svelte';
import { navigate } from '../shell/router.svelte';
import { areaPath } from '../base/routes';
import type { GameRecord } from '../game/record';
import { packShared } from '../game/share';
import type { GameTree } from '../game/tree.svelte';
import { writePgn, type Color } from '../lib/rules';

/** A game in a written form. */
export interface Written {
  /** The name of the file. */
  readonly fileName: string;
  /** Fetches the requirements of the other functions. */
  readonly prepare: () => void;
  readonly pgn: () => Promise<string>;
  readonly record: () => Promise<GameRecord>;
}

/** Returns the game as PGN, with the effects of its moves. */
export function pgnOf(tree: GameTree): string {
  const { headers, moves, ...record } = tree.toRecord();
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  return writePgn({ ...record, headers: pairs, moves: moves.map(({ move }) => ({ move })) }, rulesLanguage());
}

/** Writes a game that exists only in this page. */
export const writtenHere = (tree: GameTree): Written => ({
  fileName: `${tree.variant.id}-${new Date().toISOString().slice(0, 10)}.pgn`,
  prepare: () => undefined,
  pgn: () => Promise.resolve(pgnOf(tree)),
  record: () => Promise.resolve(tree.toRecord()),
});

/** Saves the game as a file. */
export async function savePgn({ fileName, pgn }: Written): Promise<void> {
  const address = URL.createObjectURL(new Blob([await pgn()], { type: 'application/x-chess-pgn' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens the game on the analysis page, at the current position and from the player's side. */
export const analyze = (tree: GameTree, orientation: Color, written = writtenHere(tree)): Promise<void> =>
  open(tree, orientation, written, '');

/** Opens the game on the analysis page, from the player's side, and starts a review. */
export const review = (tree: GameTree, orientation: Color, written = writtenHere(tree)): Promise<void> =>
  open(tree, orientation, written, '?review');

async function open(tree: GameTree, orientation: Color, written: Written, search: string): Promise<void> {
  const at = tree.path.map(() => 0);
  const packed = await packShared({ record: await written.record(), at, orientation });
  navigate(`${areaPath('analyze', tree.variant.id)}${search}#${packed}`);
}
