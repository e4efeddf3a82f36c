import { expect, it } from 'vitest';

import { commandOf } from './keyboard';
import { nextLayer } from '../overlays';

const key = (key: string, held: Partial<KeyboardEvent> = {}) =>
  commandOf({ key, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });

it('arrows step as the board is seen', () => {
  expect(key('ArrowUp')).toEqual({ kind: 'step', right: 0, down: -1 });
  expect(key(']')).toEqual({ kind: 'climb', up: 1 });
});

it('the letter of a piece finds the next one, with Shift the one before', () => {
  expect(key('n')).toEqual({ kind: 'find', role: 'knight', backwards: false });
  expect(key('N', { shiftKey: true })).toEqual({ kind: 'find', role: 'knight', backwards: true });
});

it('the keys of the browser are left to it', () => {
  expect(key('r', { ctrlKey: true })).toBeUndefined();
  expect(key('Tab')).toBeUndefined();
});

it('layers take turns, with none after the last', () => {
  expect(nextLayer(['one', 'two'], undefined)).toBe('one');
  expect(nextLayer(['one', 'two'], 'one')).toBe('two');
  expect(nextLayer(['one', 'two'], 'two')).toBeUndefined();
});
