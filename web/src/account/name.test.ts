import { expect, it } from 'vitest';

import { isMemberName, suggestedName } from './name';

it('a member has a name of 2 to 20 letters, digits, hyphens, and underscores', () => {
  for (const name of ['Ada', 'a1', '7of9', 'Grace-Hopper_1906', 'a'.repeat(20)])
    expect(isMemberName(name), name).toBe(true);
  for (const name of ['', 'A', '-Ada', '_Ada', 'Ada Lovelace', 'Zoë', 'Ada!', 'a'.repeat(21), 'Ada\n'])
    expect(isMemberName(name), name).toBe(false);
});

it('a guest keeps the name if members may have it', () => {
  expect(suggestedName('Ada')).toBe('Ada');
  expect(suggestedName('Curie 51234')).toBe('');
  expect(suggestedName(undefined)).toBe('');
});
