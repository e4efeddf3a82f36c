import { expect, it } from 'vitest';

import type { Event, PlacedPiece } from '../../lib/rules';
import { afterEvent, settled, type TrackedPiece } from './pieces';

const piece = (square: string, color: PlacedPiece['color'], role: PlacedPiece['role']): PlacedPiece => ({
  square,
  color,
  role,
  marked: false,
});
const ROOK = piece('a1', 'white', 'rook');
const PAWN = piece('d5', 'white', 'pawn');
const KNIGHT = piece('d8', 'black', 'knight');
const played = (pieces: readonly TrackedPiece[], ...events: Event[]): readonly TrackedPiece[] =>
  events.reduce<readonly TrackedPiece[]>(afterEvent, pieces);
const idOn = (pieces: readonly TrackedPiece[], square: string) =>
  pieces.find((piece) => piece.square === square)?.id;

it('a piece keeps its identity when it moves', () => {
  const before = settled([], [ROOK, PAWN]);
  const after = settled(before, [{ ...ROOK, square: 'd1' }, PAWN]);
  expect(idOn(after, 'd1')).toBe(idOn(before, 'a1'));
  expect(idOn(after, 'd5')).toBe(idOn(before, 'd5'));
});

it('of two pieces of a kind the nearer one moves', () => {
  const before = settled([], [piece('a2', 'white', 'pawn'), piece('h2', 'white', 'pawn')]);
  const after = settled(before, [piece('a2', 'white', 'pawn'), piece('h3', 'white', 'pawn')]);
  expect(idOn(after, 'h3')).toBe(idOn(before, 'h2'));
});

it('the events of a move lead from one position to the next', () => {
  const before = settled([], [ROOK, PAWN, KNIGHT]);
  const after = played(
    before,
    { kind: 'moved', color: 'white', role: 'rook', from: 'a1', to: 'd1' },
    { kind: 'taken', color: 'black', role: 'knight', at: 'd8' },
    { kind: 'pushed', color: 'white', role: 'pawn', from: 'd5', to: 'd8' },
    { kind: 'promoted', color: 'white', role: 'pawn', becomes: 'queen', at: 'd8' },
  );
  expect(after.map(({ square, color, role }) => `${square} ${color} ${role}`)).toEqual([
    'd1 white rook',
    'd8 white queen',
  ]);
  expect(idOn(after, 'd8')).toBe(idOn(before, 'd5'));
});

it('a capture on the square where the mover has landed takes the other side', () => {
  const before = settled([], [ROOK, { ...KNIGHT, square: 'a8' }]);
  const after = played(
    before,
    { kind: 'moved', color: 'white', role: 'rook', from: 'a1', to: 'a8' },
    { kind: 'taken', color: 'black', role: 'knight', at: 'a8' },
  );
  expect(after).toHaveLength(1);
  expect(after[0]).toMatchObject({ square: 'a8', color: 'white', role: 'rook' });
});

it('energy moves no piece', () => {
  const before = settled([], [ROOK]);
  expect(
    played(
      before,
      { kind: 'ejected', from: 'a1', to: 'a4', amount: 2 },
      { kind: 'absorbed', at: 'a4', amount: 2 },
    ),
  ).toEqual(before);
});
