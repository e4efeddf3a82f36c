//! A sentence about the end of the game on the analysis board, or about a draw that an analysis continues past (C.3).
import { t } from '../../base/messages.svelte';
import type { Snapshot } from '../../lib/rules';

/** Returns one sentence about the end of the game, or about a draw by C.3 that an analysis continues past. */
export function endText({ ending, drawn }: Snapshot): string | undefined {
  if (ending) return ending.text;
  if (!drawn) return undefined;
  return t(drawn === 'repetition' ? 'analyze.drawn.repetition' : 'analyze.drawn.fiftyMoves');
}
