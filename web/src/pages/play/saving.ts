//! A game as text, for the clipboard and for files.
import { rulesLanguage } from '../../app/catalog.svelte';
import { t } from '../../app/messages.svelte';
import { notify } from '../../app/notices.svelte';
import { navigate } from '../../app/router.svelte';
import { areaPath } from '../../app/routes';
import { packShared } from '../../game/share';
import { writePgn } from '../../lib/rules';
import { personOf } from './setup';
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

/** Opens the game on the analysis page, where the player looks at it and from their side. */
export async function analyze(table: Table): Promise<void> {
  const at = table.tree.path.map(() => 0);
  const orientation = personOf(table.setup.seats) ?? 'white';
  const packed = await packShared({ record: table.tree.toRecord(), at, orientation });
  navigate(`${areaPath('analyze', table.variant.id)}#${packed}`);
}
