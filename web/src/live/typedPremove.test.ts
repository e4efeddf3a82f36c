//! Tests of premoves that a player types during the opponent's turn.
import { expect, it } from 'vitest';

import { present, startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import { explainPremove, squaresOf } from './typedPremove';

const catalog = startedCatalog();
const orthodox = present(catalog.find(({ means }) => means.includes('check')));

function typed(fen: string, text: string) {
  const game = newGame(orthodox.id, 'en', fen);
  const { pieces } = game.snapshot();
  game.free();
  const expected = { variant: orthodox.id, fen, pieces, side: 'white' as const };
  const { legal, uci } = explainPremove(expected, text, 'en') ?? { legal: false };
  return legal ? uci : undefined;
}

const SPANISH = 'r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3';

it('SAN is read as if it were the turn of its side', () => {
  expect(typed(SPANISH, 'Bxc6')).toBe('b5c6');
  expect(typed(SPANISH, 'O-O')).toBe('e1g1');
  expect(typed(SPANISH, 'Rxc6')).toBe(undefined);
});

it('a recapture is read as if the opponent had taken', () => {
  expect(typed(SPANISH, 'Qxf3')).toBe('d1f3');
  expect(typed(SPANISH, 'gxf3')).toBe('g2f3');
});

it('two squares are taken as they are, if a piece of the side is on the first', () => {
  expect(typed(SPANISH, 'f3e5')).toBe('f3e5');
  expect(typed(SPANISH, 'a1-a8')).toBe('a1a8');
  expect(typed(SPANISH, 'c6d4')).toBe(undefined);
});

it('SAN is read while the opponent is in check', () => {
  const fen = 'rnbqkbnr/pppp1Qpp/8/4p3/4P3/8/PPPP1PPP/RNB1KBNR b KQkq - 0 3';
  expect(typed(fen, 'e4e5')).toBe('e4e5');
});

it.each(catalog)('$id reads moves of the other side', (variant) => {
  const game = newGame(variant.id, 'en');
  const { pieces, fen, moves } = game.snapshot();
  const [first] = moves;
  game.play(present(first).uci);
  const after = game.snapshot();
  game.free();
  const expected = { variant: variant.id, fen: after.fen, pieces: after.pieces, side: 'white' as const };
  const found = moves.filter(({ san }) => explainPremove(expected, san, 'en')?.legal);
  expect(found.length, fen).toBeGreaterThan(pieces.length / 8);
});

it('the squares of a move are its first two', () => {
  expect(squaresOf('e7e8q')).toEqual({ from: 'e7', to: 'e8' });
  expect(squaresOf('1a22a3')).toEqual({ from: '1a2', to: '2a3' });
  expect(squaresOf('e4')).toBe(undefined);
});
