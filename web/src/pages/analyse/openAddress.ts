//! What the address of the page asks to be opened: a shared game behind `#`, or a position as `?fen=`.
import { t } from '../../app/messages.svelte';
import { dismiss, notify } from '../../app/notices.svelte';
import { rewriteAddress, type Place } from '../../app/router.svelte';
import { isShared, unpackShared } from '../../lib/share';

import type { Analysis } from './analysis.svelte';

/** How long the way back is offered. */
const OFFERED_MS = 10_000;

/** Tells that something else is open now, and for a while offers the way back to what was. */
export function tellOpened(text: string, undo: () => void): void {
  const id = notify(text, { kind: 'success', actions: [{ label: t('analyse.open.back'), run: undo }] });
  setTimeout(() => dismiss(id), OFFERED_MS);
}

async function openShared(analysis: Analysis, hash: string): Promise<void> {
  const shared = await unpackShared(hash);
  if (!shared) {
    notify(t('analyse.share.broken'), { kind: 'error', seconds: 12 });
    return;
  }
  if (shared.record.variant !== analysis.variant.id) {
    notify(t('analyse.share.other'), { kind: 'error', seconds: 12 });
    return;
  }
  analysis.open(shared.record, shared.at);
}

/** Opens what the address asks for; the game that is open stays if that cannot be done. */
export async function openAddress(analysis: Analysis, { hash, search }: Place): Promise<void> {
  const fen = search.get('fen');
  try {
    if (isShared(hash)) await openShared(analysis, hash);
    else if (fen) analysis.openFen(fen);
    else return;
  } catch (error) {
    notify(t('analyse.open.refused', { reason: (error as Error).message }), { kind: 'error', seconds: 12 });
  }
  // What was opened can be changed from here on; a reload must not undo that.
  rewriteAddress('');
}
