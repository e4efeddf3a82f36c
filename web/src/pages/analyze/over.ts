//! The end of a record on the board.
import { t } from '../../base/messages.svelte';
import type { Snapshot } from '../../lib/rules';

/** The end of the game, or the draw of C.3 that a record goes on past, in one sentence. */
export function overText({ ending, drawn }: Snapshot): string | undefined {
  if (ending) return ending.text;
  if (!drawn) return undefined;
  return t(drawn === 'repetition' ? 'analyze.drawn.repetition' : 'analyze.drawn.fiftyMoves');
}
