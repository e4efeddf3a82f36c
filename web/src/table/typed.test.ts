import { expect, it } from 'vitest';

import { startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import { explained } from './typed';

const variants = startedCatalog();

it.each(variants)('$id: a text that is no move is refused with one sentence', ({ id }) => {
  const game = newGame(id, 'en');
  for (const text of ['Zz9', 'hello', 'N', '<b>', '…'])
    expect(explained(game, text, 'en')).toMatchObject({
      legal: false,
      text: expect.stringMatching(/^[^`]+\.$/) as string,
    });
  game.free();
});

it.each(variants)('$id: a legal move is what it is', ({ id }) => {
  const game = newGame(id, 'en');
  for (const { san, uci } of game.snapshot().moves)
    expect(explained(game, san, 'en')).toMatchObject({ legal: true, uci });
  game.free();
});
