//! A game as text, for the clipboard and for files.
import { rulesLanguage } from '../../app/catalog.svelte';
import { t } from '../../app/messages.svelte';
import { notify } from '../../app/notices.svelte';
import { navigate } from '../../app/router.svelte';
import { areaPath } from '../../app/routes';
import { writePgn } from '../../lib/rules';
import { packShared } from '../../lib/share';
import type { Table } from './table.svelte';

/** The game as PGN, with the effects of its moves. */
export function pgnOf(table: Table): string {
  const { headers, moves, ...record } = table.tree.toRecord();
  const pairs = headers.map(([name, value]): [string, string] => [name, value]);
  return writePgn({ ...record, headers: pairs, moves: moves.map(({ move }) => ({ move })) }, rulesLanguage());
}

export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t('play.copied'), { kind: 'success', seconds: 3 });
  } catch {
    notify(t('play.notCopied'), { kind: 'warning' });
  }
}

export function savePgn(table: Table): void {
  const address = URL.createObjectURL(new Blob([pgnOf(table)], { type: 'application/x-chess-pgn' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${table.variant.id}-${new Date().toISOString().slice(0, 10)}.pgn`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Opens the game on the analysis page, where the player looks at it. */
export async function analyse(table: Table): Promise<void> {
  const at = table.tree.path.map(() => 0);
  const packed = await packShared({ record: table.tree.toRecord(), at });
  navigate(`${areaPath('analyse', table.variant.id)}#${packed}`);
}
