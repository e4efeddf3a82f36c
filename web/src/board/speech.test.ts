import { describe, expect, it } from 'vitest';

import de from '../messages/de.json';
import en from '../messages/en.json';
import type { Overlay, Snapshot, PlacedPiece } from '../lib/rules';
import { Speech } from './speech';

const BARE: Overlay = { values: [], meaning: 'count', parts: [], lent: [], lines: [], entries: [] };
const KNIGHT: PlacedPiece = { square: 'g1', color: 'white', role: 'knight', marked: false };
const QUEEN: PlacedPiece = { square: 'd8', color: 'black', role: 'queen', marked: false };
const SNAPSHOT: Snapshot = {
  fen: '',
  turn: 'white',
  fullmoves: 1,
  ply: 0,
  pieces: [KNIGHT, QUEEN],
  energies: [],
  checkers: [],
  threats: [],
  moves: [],
};

const speechIn = (texts: typeof en): Speech =>
  new Speech({
    t: (key, slots = {}) => texts[key].replace(/\{(\w+)\}/g, (_, name: string) => String(slots[name])),
    formatNumber: String,
  });

describe('in English', () => {
  const speech = speechIn(en);

  it('a square is said with its piece and its charge, the sign as a word', () => {
    const charges: Overlay = {
      ...BARE,
      meaning: 'signed',
      values: [
        { square: 'e5', amount: 3 },
        { square: 'e6', amount: -4 },
      ],
    };
    expect(speech.squareText('e5', undefined, charges)).toBe('e5, empty, charge plus 3');
    expect(speech.squareText('e6', undefined, charges)).toBe('e6, empty, charge minus 4');
    expect(speech.squareText('g1', KNIGHT, charges)).toBe('g1, white knight');
  });

  it('charges have signs where none is negative, too', () => {
    const charges: Overlay = { ...BARE, meaning: 'signed', values: [{ square: 'e5', amount: 3 }] };
    expect(speech.layerText(charges, 'charges')).toBe('charges: e5 plus 3.');
  });

  it('energies have no sign', () => {
    const energies = { ...BARE, values: [{ square: 'd4', amount: 2 }] };
    expect(speech.squareText('d4', undefined, energies)).toBe('d4, empty, energy 2');
  });

  it('a borrowed power is said with its lender', () => {
    const powers: Overlay = { ...BARE, lent: [{ from: 'f1', to: 'g1', role: 'bishop' }] };
    expect(speech.squareText('g1', KNIGHT, powers)).toBe('g1, white knight, moves like bishop (f1)');
  });

  it('a position is said side by side, then the turn', () => {
    expect(speech.positionText(SNAPSHOT)).toEqual([
      'White: knight g1.',
      'Black: queen d8.',
      'White to move.',
    ]);
  });

  it('the moves of a piece are said once for a square, whatever may be chosen there', () => {
    const move = (to: string, choice: string) => ({
      uci: `g1${to}${choice}`,
      san: '',
      from: 'g1',
      to,
      choice,
    });
    const moves = [move('f3', 'b'), move('f3', 'n'), move('h3', 'n')];
    expect(speech.movesText('g1', KNIGHT, moves)).toBe('The white knight on g1 can move to f3, h3.');
    expect(speech.movesText('e4', undefined, moves)).toBe('There is nothing on e4.');
  });

  it('a square tells who contributes what', () => {
    const parts = [
      { from: 'd1', to: 'e5', amount: 5 },
      { from: 'e7', to: 'e5', amount: -1 },
    ];
    expect(speech.partTexts('e5', parts)).toEqual(['From d1 plus 5, e7 minus 1.']);
    expect(speech.partTexts('d1', parts.slice(0, 1))).toEqual(['Gives e5 plus 5.']);
  });

  it('a layer is said in full', () => {
    const pulses: Overlay = {
      ...BARE,
      lines: [
        { from: 'e4', meets: 'e7', to: 'e5', color: 'black' },
        { from: 'e4', meets: 'd4', to: 'd4', color: 'white' },
      ],
    };
    expect(speech.layerText(pulses, 'pulse lines')).toBe('pulse lines: e4 moves e7 to e5.');
    expect(speech.layerText(BARE, 'energies')).toBe('energies: nothing.');
  });
});

describe('in German', () => {
  const speech = speechIn(de);

  it('pieces agree with their colors', () => {
    expect(speech.pieceName(KNIGHT)).toBe('weißer Springer');
    expect(speech.pieceName(QUEEN)).toBe('schwarze Dame');
  });
});
