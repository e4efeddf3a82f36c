//! Validation of a starting position typed by the visitor.
import type { Snapshot } from '../lib/rules';
import { rulesLanguage } from './catalog.svelte';
import { sentence } from './errors';
import { t } from './messages.svelte';
import { phase } from './rules.svelte';

export type Start =
  /** The rules have not been loaded yet. */
  | { kind: 'unknown' }
  /** `fen` is the complete FEN, however short the typed text was; it is empty for the usual starting position. */
  | { kind: 'good'; fen: string; snapshot: Snapshot }
  /** The text is not a position, or the game is already over there. `text` is the reason, in one sentence. */
  | { kind: 'bad'; text: string };

/** Parses a typed FEN. An empty text is the usual starting position. */
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
