import { expect, it } from 'vitest';

import { startedCatalog } from '../game/testing/rules';
import { newGame } from '../lib/rules';
import { explained, withSanLetters } from './typed';

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

const GERMAN = [
  'Sf3',
  'Sbd2',
  'S1xd2',
  'Lxf7+',
  'Tae1',
  'Dh5#',
  'e8=D',
  'e8D+',
  'exd8=S',
  'e8(T)',
  'Kf1',
  'O-O',
];
const SAN = [
  'Nf3',
  'Nbd2',
  'N1xd2',
  'Bxf7+',
  'Rae1',
  'Qh5#',
  'e8=Q',
  'e8Q+',
  'exd8=N',
  'e8(R)',
  'Kf1',
  'O-O',
];
it('German piece letters are those of SAN in German only', () => {
  expect(GERMAN.map((text) => withSanLetters(text, 'de'))).toEqual(SAN);
  expect(SAN.map((text) => withSanLetters(text, 'de'))).toEqual(SAN);
  expect(GERMAN.map((text) => withSanLetters(text, 'en'))).toEqual(GERMAN);
  for (const text of ['Schach', 'T', 'D-', 'e2e4', 'd4']) expect(withSanLetters(text, 'de')).toBe(text);
});

it.each(variants)('$id: German letters are read in German, and a refusal is about the piece', ({ id }) => {
  const game = newGame(id, 'de');
  const letters: Record<string, string> = { N: 'S', B: 'L', R: 'T', Q: 'D' };
  const pieces = game.snapshot().moves.filter(({ san }) => /^[NBRQ]/.test(san));
  for (const { san, uci } of pieces) {
    const german = san.replace(/^[NBRQ]/, (letter) => letters[letter] ?? letter);
    expect(explained(game, german, 'de')).toMatchObject({ legal: true, uci });
    expect(explained(game, san, 'de')).toMatchObject({ legal: true, uci });
    expect(explained(game, german, 'en').legal).toBe(false);
  }
  expect(explained(game, 'Ta1', 'de').text).toBe(explained(game, 'Ra1', 'de').text);
  game.free();
});
