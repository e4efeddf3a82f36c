import { expect, it } from 'vitest';

import { startedCatalog } from '../game/testing/rules';
import { newGame } from './rules';
import { asSentence } from './sentence';

it.each([
  ['the FEN is empty', 'The FEN is empty.'],
  ['`z9` in `a1z9` is not a square', '“z9” in “a1z9” is not a square.'],
  [
    'en-passant square e4 is impossible: it is occupied',
    'En-passant square e4 is impossible: it is occupied.',
  ],
  [
    'e2–e5 is illegal: a pawn does not move like that. (C.2)',
    'e2–e5 is illegal: a pawn does not move like that. (C.2)',
  ],
  ['The server is busy.', 'The server is busy.'],
  ['', ''],
])('%s', (diagnostic, said) => expect(asSentence(diagnostic, 'en')).toBe(said));

it('quotes as the language does', () =>
  expect(asSentence('`z9` ist kein Feld', 'de')).toBe('„z9“ ist kein Feld.'));

const FENS = ['x', '8/8 w - - 0 1', '8/8/8/8/8/8/8/8 w - - 0 1', '4k3/8/8/8/8/8/8/4K3 w K e9 0 1'];

it.each(startedCatalog())('$id: what is wrong with a position is a sentence without back-ticks', ({ id }) => {
  for (const language of ['en', 'de'])
    for (const fen of FENS) {
      let said = '';
      try {
        newGame(id, language, fen).free();
      } catch (error) {
        said = asSentence((error as Error).message, language);
      }
      expect(said).toMatch(/^[\p{Lu}„“][^`]*\.$/u);
    }
});
