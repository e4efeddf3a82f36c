//! The rules under Node, for benchmarks.
import { readFileSync } from 'node:fs';

import { catalog, Game, initSync } from '../src/pkg/rules/rules.js';

initSync({ module: readFileSync(new URL('../src/pkg/rules/rules_bg.wasm', import.meta.url)) });

/** All variants. */
export const variants = catalog('en');

/** Returns the move with the most events in the positions of a random game. Moves that require a choice are skipped. */
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
