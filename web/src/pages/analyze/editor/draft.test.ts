import { describe, expect, it } from 'vitest';

import { present, startedCatalog } from '../../../game/testing/rules';
import { newGame, readDraft, writeDraft, type Draft } from '../../../lib/rules';

import {
  charged,
  cleared,
  exchanged,
  markToggled,
  mirrored,
  moved,
  pieceOf,
  placed,
  withRight,
} from './draft';

const variants = startedCatalog();

describe.each(variants)('$id', (variant) => {
  const draft = readDraft(variant.id, variant.start, 'en');

  it('is the same FEN after it was read and written, all along a game', () => {
    const game = newGame(variant.id, 'en');
    for (let ply = 0; ply < 40; ply += 1) {
      const { fen, moves } = game.snapshot();
      expect(writeDraft(variant.id, readDraft(variant.id, fen, 'en'))).toBe(fen);
      const move = moves[(ply * 7) % Math.max(moves.length, 1)];
      if (!move) break;
      game.play(move.uci);
    }
  });

  it('is read without counts, as other programs write it', () => {
    const fields = variant.start.split(' ');
    const short = [...fields.slice(0, 4), ...fields.slice(6)].join(' ');
    expect(writeDraft(variant.id, readDraft(variant.id, short, 'en'))).toBe(variant.start);
    const game = newGame(variant.id, 'en', short);
    expect(game.snapshot().fen).toBe(variant.start);
    game.free();
    const one = [...fields.slice(0, 5), ...fields.slice(6)].join(' ');
    expect(() => newGame(variant.id, 'en', one)).toThrow();
  });

  it('is the same when it is mirrored or exchanged twice', () => {
    const bare = { ...draft, castling: '' };
    expect(writeDraft(variant.id, mirrored(mirrored(bare, variant), variant))).toBe(
      writeDraft(variant.id, bare),
    );
    expect(writeDraft(variant.id, exchanged(exchanged(draft, variant), variant))).toBe(variant.start);
  });

  it('puts a piece where it is put, once', () => {
    const square = present(draft.pieces[0]).square;
    const queen = { color: 'black', role: 'queen' } as const;
    const changed = placed(placed(cleared(draft), square, queen), square, queen);
    expect(changed.pieces).toEqual([{ square, ...queen, marked: false }]);
    expect(moved(changed, square, undefined).pieces).toEqual([]);
  });
});

const plain: Draft = {
  pieces: [
    { square: 'a2', color: 'white', role: 'pawn', marked: false },
    { square: 'b2', color: 'white', role: 'king', marked: false },
  ],
  turn: 'white',
  castling: 'Kq',
  halfmoves: 0,
  fullmoves: 1,
  energies: [],
};

it('captures what stands where a piece is dropped', () => {
  expect(moved(plain, 'b2', 'a2').pieces).toEqual([
    { square: 'a2', color: 'white', role: 'king', marked: false },
  ]);
  expect(moved(plain, 'h8', 'a2')).toBe(plain);
});

it('marks pawns only, and takes energy away with zero', () => {
  expect(markToggled(plain, 'a2').pieces[0]?.marked).toBe(true);
  expect(markToggled(plain, 'b2').pieces[1]?.marked).toBe(false);
  expect(charged(charged(plain, 'c3', 4), 'c3', 0).energies).toEqual([]);
});

it('keeps castling rights in the order of FEN', () => {
  expect(withRight(plain, 'Q', true).castling).toBe('KQq');
  expect(withRight(plain, 'K', false).castling).toBe('q');
  expect(exchanged(plain, { files: 8, ranks: 8, levels: 1 }).castling).toBe('Qk');
});

it('reads letters as FEN does', () => {
  expect(pieceOf('N')).toEqual({ color: 'white', role: 'knight' });
  expect(pieceOf('k')).toEqual({ color: 'black', role: 'king' });
  expect(pieceOf('x')).toBeUndefined();
});
