//! What benches need of the rules under Node.
import { readFileSync } from 'node:fs';

import { catalog, Game, initSync } from '../src/pkg/rules/rules.js';

initSync({ module: readFileSync(new URL('../src/pkg/rules/rules_bg.wasm', import.meta.url)) });

/** Every variant. */
export const variants = catalog('en');

/** Of the moves in some random positions, the one that leaves no choice and does the most. */
export function moveWithMostEvents(variant) {
  const game = new Game(variant.id, undefined, 'en');
  let best;
  let state = 1;
  for (let ply = 0; ply < 60; ply += 1) {
    const { fen, moves } = game.snapshot();
    if (moves.length === 0) break;
    for (const { uci, from, to } of moves) {
      if (moves.some((other) => other.uci !== uci && other.from === from && other.to === to)) continue;
      const { length } = game.preview(uci).events;
      if (!best || length > best.length) best = { fen, from, to, length };
    }
    state = (state * 48271) % 2147483647;
    game.play(moves[state % moves.length].uci);
  }
  game.free();
  return best;
}
