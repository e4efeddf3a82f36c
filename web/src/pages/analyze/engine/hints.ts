//! Arrows for the first moves of the engine's lines.
import type { Shape } from '../../../board/types';
import type { Snapshot } from '../../../lib/rules';

import type { EngineLines } from './engineLines.svelte';

/** Returns a blue arrow for the best move and green ones for the others. */
export function hintsOf({ isOn, reports }: EngineLines, { moves }: Snapshot): Shape[] {
  if (!isOn) return [];
  const arrows = reports.flatMap(({ moves: [first], line }): Shape[] => {
    const move = moves.find(({ uci }) => uci === first);
    return move
      ? [{ kind: 'arrow', from: move.from, to: move.to, brush: line === 1 ? 'blue' : 'green' }]
      : [];
  });
  // The best move is drawn last, on top of the others.
  return arrows.reverse();
}
