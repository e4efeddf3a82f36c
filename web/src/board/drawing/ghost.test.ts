import { expect, it } from 'vitest';

import type { Overlay, Preview, Snapshot, PlacedPiece } from '../../lib/rules';
import { changesOf, ghostOf, visibleChanges } from './ghost';

const BARE: Overlay = { values: [], meaning: 'count', parts: [], lent: [], lines: [], entries: [] };
const piece = (square: string, color: PlacedPiece['color'], role: PlacedPiece['role']): PlacedPiece => ({
  square,
  color,
  role,
  marked: false,
});
const at = (pieces: PlacedPiece[]): Snapshot => ({
  fen: '',
  turn: 'white',
  fullmoves: 1,
  ply: 0,
  pieces,
  energies: [],
  checkers: [],
  threats: [],
  moves: [],
});
const MOVE = { uci: 'a1d1', san: 'Rd1', from: 'a1', to: 'd1' };

it('a number that appears, goes or turns is a change, a square without one counts as zero', () => {
  const before = {
    ...BARE,
    values: [
      { square: 'a4', amount: 2 },
      { square: 'b4', amount: 1 },
    ],
  };
  const after = {
    ...BARE,
    values: [
      { square: 'a4', amount: -1 },
      { square: 'b4', amount: 3 },
      { square: 'c4', amount: -2 },
    ],
  };
  expect(changesOf(before, after)).toEqual([
    { square: 'a4', before: 2, after: -1, turns: true },
    { square: 'b4', before: 1, after: 3, turns: false },
    { square: 'c4', before: 0, after: -2, turns: true },
  ]);
});

it('a ghost shows who arrives and who leaves, the pushed and promoted among them', () => {
  const preview: Preview = {
    uci: 'a1d1',
    san: 'Rd1=Q',
    effects: [],
    events: [
      { rule: 'C.2', text: '', event: { kind: 'moved', color: 'white', role: 'rook', from: 'a1', to: 'd1' } },
      {
        rule: 'MG.2',
        text: '',
        event: { kind: 'pushed', color: 'white', role: 'pawn', from: 'd5', to: 'd8' },
      },
      {
        rule: 'MG.5',
        text: '',
        event: { kind: 'promoted', color: 'white', role: 'pawn', becomes: 'queen', at: 'd8' },
      },
    ],
    after: at([piece('d1', 'white', 'rook'), piece('d8', 'white', 'queen')]),
  };
  const ghost = ghostOf(
    at([piece('a1', 'white', 'rook'), piece('d5', 'white', 'pawn')]),
    MOVE,
    3,
    preview,
    BARE,
  );
  expect(ghost.arriving.map(({ square, role }) => `${square} ${role}`)).toEqual(['d1 rook', 'd8 queen']);
  expect(ghost.leaving).toEqual(['a1', 'd5']);
  expect(ghost.paths.map(({ kind, from, to }) => `${kind} ${from} ${to}`)).toEqual([
    'moved a1 d1',
    'pushed d5 d8',
  ]);
  expect(ghost.choices).toBe(3);
});

it('a power is lost only if nobody else lends it, and follows a piece to its new square', () => {
  const rook = piece('a1', 'white', 'rook');
  const king = piece('b2', 'white', 'king');
  const layer: Overlay = {
    ...BARE,
    lent: [
      { from: 'a1', to: 'b2', role: 'rook' },
      { from: 'c3', to: 'b2', role: 'rook' },
      { from: 'b2', to: 'a1', role: 'king' },
    ],
  };
  const preview: Preview = {
    uci: 'a1d1',
    san: 'Rd1',
    effects: [],
    events: [
      {
        rule: 'EM.2',
        text: '',
        event: { kind: 'moved', color: 'white', role: 'rook', from: 'a1', to: 'd1' },
      },
    ],
    after: at([{ ...rook, square: 'd1' }, king]),
    overlay: {
      ...BARE,
      lent: [
        { from: 'c3', to: 'b2', role: 'rook' },
        { from: 'e2', to: 'd1', role: 'knight' },
      ],
    },
  };
  const ghost = ghostOf(at([rook, king]), MOVE, 0, preview, layer);
  expect(ghost.gained).toEqual([{ from: 'e2', to: 'd1', role: 'knight', at: 'd1' }]);
  expect(ghost.ended).toEqual([{ from: 'b2', to: 'a1', role: 'king', at: 'd1' }]);
});

it('a number is not written over the piece that would come to stand on it', () => {
  const fall = { square: 'c4', before: 1, after: 0, turns: true };
  const landing = { square: 'c3', before: 5, after: 0, turns: true };
  const seen = visibleChanges({ changes: [fall, landing], arriving: [piece('c3', 'white', 'knight')] });
  expect(seen).toEqual([fall]);
});
