import { expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import { canRetake } from './recapture';

const catalog = startedCatalog();
const orthodox = present(catalog.find(({ means }) => means.includes('check')));

function retakes(fen: string, ...way: [string, string]): boolean {
  const game = newGame(orthodox.id, 'en', fen);
  const { pieces } = game.snapshot();
  game.free();
  return canRetake({ variant: orthodox.id, fen, pieces, side: 'white' }, ...way);
}

it('a piece retakes what it guards, and nothing else', () => {
  const fen = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';
  expect(retakes(fen, 'd1', 'f3')).toBe(true);
  expect(retakes(fen, 'g2', 'f3')).toBe(true);
  expect(retakes(fen, 'a1', 'f3')).toBe(false);
  expect(retakes(fen, 'd2', 'e4')).toBe(false);
  expect(retakes(fen, 'f3', 'e4'), 'a knight does not move like that').toBe(false);
});

it('a piece retakes what the opponent takes to end a check', () => {
  const fen = 'rnbqkb1r/pppp1Qpp/5n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4';
  expect(retakes(fen, 'c4', 'f7')).toBe(true);
});

it('a king is not retaken', () => {
  const fen = 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2';
  expect(retakes(fen, 'd1', 'e1')).toBe(false);
});

it.each(catalog)('$id answers for every pair of pieces of its start', (variant) => {
  const game = newGame(variant.id, 'en');
  const { pieces, fen, turn } = game.snapshot();
  game.free();
  const own = pieces.filter(({ color }) => color === turn).map(({ square }) => square);
  const found = own.flatMap((from) =>
    own.filter((to) => canRetake({ variant: variant.id, fen, pieces, side: turn }, from, to)),
  );
  expect(found.length).toBeGreaterThan(0);
});
