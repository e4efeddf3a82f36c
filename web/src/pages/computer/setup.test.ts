import { expect, it } from 'vitest';

import { DEFAULTS, setupOf } from './setup';

it('the visitor’s name goes along in games against the computer', () => {
  const seats = (own?: string) => setupOf(DEFAULTS, 'none', '', { draw: 'white', own }).seats;
  expect(seats('Ada').white).toEqual({ kind: 'person', name: 'Ada' });
  expect(seats().white).toEqual({ kind: 'person' });
  expect(seats('Ada').black.kind).toBe('computer');
});

it('two people on one screen have the names that they give, not that of the visitor', () => {
  const choices = { ...DEFAULTS, opponent: 'person' as const, black: 'Grace' };
  expect(setupOf(choices, 'none', '', { draw: 'white', own: 'Ada' }).seats).toEqual({
    white: { kind: 'person' },
    black: { kind: 'person', name: 'Grace' },
  });
});
