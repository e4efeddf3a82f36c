import { expect, it } from 'vitest';

import { isMemberName, nameFault, suggestedName } from './name';

it('a member has a name of 2 to 20 letters, digits, hyphens, and underscores', () => {
  for (const name of ['Ada', 'a1', '7of9', 'Grace-Hopper_1906', 'a'.repeat(20)])
    expect(isMemberName(name), name).toBe(true);
  for (const name of ['', 'A', '-Ada', '_Ada', 'Ada Lovelace', 'Zoë', 'Ada!', 'a'.repeat(21), 'Ada\n'])
    expect(isMemberName(name), name).toBe(false);
});

it('the first fault of a name is found', () => {
  for (const name of ['Ada', 'a1', 'a'.repeat(20)]) expect(nameFault(name), name).toBeUndefined();
  expect(nameFault('Ada Lovelace')).toEqual({ kind: 'character', character: ' ' });
  expect(nameFault('Jürgen')).toEqual({ kind: 'character', character: 'ü' });
  expect(nameFault('Ada🙂')).toEqual({ kind: 'character', character: '🙂' });
  expect(nameFault('_Ada')).toEqual({ kind: 'start' });
  for (const name of ['', 'A', 'a'.repeat(21)]) expect(nameFault(name), name).toEqual({ kind: 'length' });
});

it('a guest keeps the name if members may have it', () => {
  expect(suggestedName('Ada')).toBe('Ada');
  expect(suggestedName('Curie 51234')).toBe('');
  expect(suggestedName(undefined)).toBe('');
});
