import { expect, it } from 'vitest';

import { newGame } from '../../lib/rules';
import { startedCatalog } from '../../game/testing/rules';
import { displacements, passedSquares, threatenedKings } from './marked';

const variants = startedCatalog();

it('what the last move displaced is marked with where it came from', () => {
  // Only a move with a pulse displaces pieces without capturing them.
  const found = variants.flatMap(({ id }) => {
    const game = newGame(id, 'en');
    const moves = game.snapshot().moves;
    return moves.flatMap(({ uci }) => {
      const last = game.preview(uci);
      return displacements({ uci, san: last.san, effects: last.effects, events: last.events }).map(
        (displaced) => ({ displaced, passed: passedSquares(last), events: last.events }),
      );
    });
  });
  expect(found.length).toBeGreaterThan(0);
  for (const { displaced, passed, events } of found) {
    expect(passed).not.toContain(displaced.to);
    const list = events.map(({ event }) => event);
    expect(list).toContainEqual(expect.objectContaining({ from: displaced.from, to: displaced.to }));
  }
});

it('a king is in danger exactly where the rules name who could capture it', () => {
  for (const { id, means } of variants) {
    const game = newGame(id, 'en');
    for (let ply = 0; ply < 60; ply += 1) {
      const now = game.snapshot();
      if (means.includes('check')) expect(now.threats).toEqual([]);
      const king = now.pieces.find(({ role, color }) => role === 'king' && color === now.turn);
      expect(threatenedKings(now)).toEqual(now.threats.length > 0 ? [king?.square] : []);
      const move = now.moves[(ply * 7) % Math.max(now.moves.length, 1)];
      if (!move) break;
      game.play(move.uci);
    }
    game.free();
  }
});
