//! What the address of the page asks to be opened: a shared game behind `#`, with `?review` to be reviewed, or a position as
//! `?fen=`. And what is told when something takes the place of what was open.
import { sentence } from '../../base/faults';
import { t } from '../../base/messages.svelte';
import { dismiss, notify } from '../../base/notices.svelte';
import { rewriteAddress, type Place } from '../../shell/router.svelte';
import type { GameRecord } from '../../game/record';
import { isShared, unpackShared } from '../../game/share';
import type { Stop } from '../../game/tree.svelte';
import type { Color } from '../../lib/rules';

import type { Analysis, Undo } from './analysis.svelte';

/** How long the way back is offered. Later it is found where games are opened. */
const OFFERED_MS = 10_000;

let told: number | undefined;

/** Tells that something else is open, and for a while offers the way back to what was. */
export function tellOpened(text: string, undo: Undo): void {
  const actions = undo ? [{ label: t('analyze.open.back'), run: undo }] : [];
  // What was told before is no longer so.
  if (told !== undefined) dismiss(told);
  const id = notify(text, { kind: 'success', actions });
  told = id;
  if (undo) setTimeout(() => dismiss(id), OFFERED_MS);
}

interface Where {
  at?: readonly number[];
  orientation?: Color;
}

/** Opens a game, as far as the rules allow, and tells so. Throws one clear sentence if it cannot be opened at all. */
export function openGame(analysis: Analysis, record: GameRecord, where: Where = {}): void {
  const stops: Stop[] = [];
  const undo = analysis.open(record, { ...where, onStop: (stop) => stops.push(stop) });
  const [stop] = stops;
  if (stop)
    notify(t('analyze.open.cut', { ...stop, text: sentence(stop.text) }), { kind: 'warning', seconds: 12 });
  tellOpened(t('analyze.open.game'), undo);
}

async function openShared(analysis: Analysis, hash: string): Promise<void> {
  const shared = await unpackShared(hash);
  if (!shared) notify(t('analyze.share.broken'), { kind: 'error', seconds: 12 });
  else if (shared.record.variant !== analysis.variant.id)
    notify(t('analyze.share.other'), { kind: 'error', seconds: 12 });
  else openGame(analysis, shared.record, shared);
}

/** Opens what the address asks for, and has it reviewed if it says so; the game that is open stays if that cannot be done. */
export async function openAddress(
  analysis: Analysis,
  { hash, search }: Place,
  review: () => void,
): Promise<void> {
  const fen = search.get('fen');
  try {
    if (isShared(hash)) {
      await openShared(analysis, hash);
      if (search.has('review') && analysis.tree.mainLine().length > 0) review();
    } else if (fen) tellOpened(t('analyze.open.position'), analysis.openFen(fen));
    else return;
  } catch (error) {
    notify(t('analyze.open.refused', { reason: sentence(error) }), { kind: 'error', seconds: 12 });
  }
  // What was opened can be changed from here on; a reload must not undo that.
  rewriteAddress('');
}
