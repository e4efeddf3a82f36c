//! The position from which somebody wants to play.
import type { Snapshot } from '../lib/rules';
import { rulesLanguage } from './catalog.svelte';
import { sentence } from './faults';
import { t } from './messages.svelte';
import { phase } from './rules.svelte';

export type Start =
  /** The rules, which could tell, have not arrived. */
  | { kind: 'unknown' }
  /** The FEN is whole, whatever was typed; empty for the usual start. */
  | { kind: 'good'; fen: string; snapshot: Snapshot }
  /** It is no position, or nothing is left to play there; one sentence says why. */
  | { kind: 'bad'; text: string };

/** The position of a FEN; the usual start for an empty one. */
export function startOf(variant: string, typed: string): Start {
  const reached = phase();
  if (reached.kind !== 'ready') return { kind: 'unknown' };
  const fen = typed.trim();
  try {
    const game = reached.rules.newGame(variant, rulesLanguage(), fen || undefined);
    const snapshot = game.snapshot();
    game.free();
    if (snapshot.ending)
      return { kind: 'bad', text: t('play.setup.decided', { text: snapshot.ending.text }) };
    return { kind: 'good', fen: fen && snapshot.fen, snapshot };
  } catch (error) {
    return { kind: 'bad', text: sentence(error) };
  }
}
