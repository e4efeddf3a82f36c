import { expect, it } from 'vitest';

import { passwordState } from './password';

it('a password has 8 to 256 characters, as a reader counts them', () => {
  expect(passwordState('', '')).toBe('short');
  expect(passwordState('7 chars', '')).toBe('short');
  expect(passwordState('eight ch', '')).toBe('fair');
  // Seven letters, one of which is written as two characters.
  expect(passwordState('passwo\u0308r', '')).toBe('short');
  expect(passwordState('🎲🎯🎳🎮🎱🧩♟️', '')).toBe('fair');
  expect(passwordState('ab cd ef '.repeat(28) + 'gh', '')).toBe('good');
  expect(passwordState('ab cd ef '.repeat(29), '')).toBe('long');
});

it('what is easy to guess is weak at any length', () => {
  for (const weak of [
    'aaaaaaaaaaaaaaaa',
    'abababababab',
    'abcdefghijklmnopq',
    '987654321',
    'password'.repeat(3),
  ])
    expect(passwordState(weak, ''), weak).toBe('weak');
  expect(passwordState('Adalovelace1', 'AdaLovelace')).toBe('weak');
  expect(passwordState('Adalovelace1', 'Grace')).toBe('fair');
  expect(passwordState('correct horse battery', 'co')).toBe('good');
});
