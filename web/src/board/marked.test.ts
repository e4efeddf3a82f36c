import { expect, it } from 'vitest';

import { newGame } from '../lib/rules';
import { startedCatalog } from '../game/testing/rules';
import { displacements, passedSquares } from './marked';

const variants = startedCatalog();

it('what the last move displaced is marked with where it came from', () => {
  // Only a move that sends a pulse displaces what it does not take.
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
    const told = events.map(({ event }) => event);
    expect(told).toContainEqual(expect.objectContaining({ from: displaced.from, to: displaced.to }));
  }
});
