import { expect, it } from 'vitest';

import { ownSide } from './ownSide';

const side = (white: string, black: string, ...names: string[]) =>
  ownSide(
    [
      ['White', white],
      ['Black', black],
    ],
    names,
  );

it('the visitor is who is not the computer, or who has one of the visitor’s names', () => {
  expect(side('Player', 'Faraday level 3')).toBe('white');
  expect(side('Faraday level 10', 'Ada', 'Grace')).toBe('black');
  expect(side('Ada', 'Grace', 'Grace', 'Guest 12')).toBe('black');
});

it('a record that does not tell has no side of the visitor', () => {
  expect(side('Ada', 'Grace')).toBeUndefined();
  expect(side('Ada', 'Ada', 'Ada')).toBeUndefined();
  expect(side('Faraday level 3', 'Faraday level 4')).toBeUndefined();
  expect(ownSide([], ['Ada'])).toBeUndefined();
});
