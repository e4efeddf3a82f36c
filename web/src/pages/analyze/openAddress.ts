//! Opens the target of the page's address: a shared game in the fragment, with `?review` to review it, or a position as
//! `?fen=`. Also announces what was opened.
import { sentence } from '../../base/errors';
import { t } from '../../base/messages.svelte';
import { dismiss, notify } from '../../base/notices.svelte';
import { rewriteAddress, type Place } from '../../shell/router.svelte';
import type { GameRecord } from '../../game/record';
import { isShared, unpackShared } from '../../game/share';
import type { IllegalMove } from '../../game/tree.svelte';
import type { Color } from '../../lib/rules';

import type { Analysis, Undo } from './analysis.svelte';

/** The time for which undo is offered. Later it is available in the dialog that opens games. */
const OFFERED_MS = 10_000;

let lastNotice: number | undefined;

/** Shows a notice about the opened game, with a temporary button that reopens the previous one. */
export function notifyOpened(text: string, undo: Undo): void {
  const actions = undo ? [{ label: t('analyze.open.back'), run: undo }] : [];
  // The previous notice is outdated.
  if (lastNotice !== undefined) dismiss(lastNotice);
  const id = notify(text, { kind: 'success', actions });
  lastNotice = id;
  if (undo) setTimeout(() => dismiss(id), OFFERED_MS);
}

interface Target {
  at?: readonly number[];
  orientation?: Color;
}

/**
 * Opens a game, as far as it is legal, and shows a notice. Throws a one-sentence error if it cannot be opened at all.
 */
export function openGame(analysis: Analysis, record: GameRecord, where: Target = {}): void {
  const illegalMoves: IllegalMove[] = [];
  const undo = analysis.open(record, {
    ...where,
    onIllegalMove: (illegalMove) => illegalMoves.push(illegalMove),
  });
  const [illegalMove] = illegalMoves;
  if (illegalMove)
    notify(t('analyze.open.cut', { ...illegalMove, text: sentence(illegalMove.text) }), {
      kind: 'warning',
      seconds: 12,
    });
  notifyOpened(t('analyze.open.game'), undo);
}

async function openShared(analysis: Analysis, hash: string): Promise<void> {
  const shared = await unpackShared(hash);
  if (!shared) notify(t('analyze.share.broken'), { kind: 'error', seconds: 12 });
  else if (shared.record.variant !== analysis.variant.id)
    notify(t('analyze.share.other'), { kind: 'error', seconds: 12 });
  else openGame(analysis, shared.record, shared);
}

/** Opens the target of the address, and starts a review if requested. If that fails, the current game stays open. */
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
    } else if (fen) notifyOpened(t('analyze.open.position'), analysis.openFen(fen));
    else return;
  } catch (error) {
    notify(t('analyze.open.refused', { reason: sentence(error) }), { kind: 'error', seconds: 12 });
  }
  // The game may be edited from now on; a reload must not discard the changes.
  rewriteAddress('');
}
