import { beforeEach, expect, it, vi } from 'vitest';

import type { Shared } from '../../game/share';
import { Shelf } from './shelf';

const items = new Map<string, string>();
beforeEach(() => {
  items.clear();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => items.delete(key),
  });
});

const analysis = (...moves: string[]): Shared => ({
  record: { variant: 'any', headers: [], moves: moves.map((move) => ({ move })), result: '*' },
  at: moves.map(() => 0),
  orientation: 'white',
});

/** A newly opened tab. */
function tab(): Shelf {
  const shelf = new Shelf('any');
  shelf.taken(shelf.read() ?? analysis());
  return shelf;
}

it('a tab in which nothing was changed leaves what another has stored since', () => {
  const first = tab();
  first.keep(analysis('a'));
  const second = tab();
  second.keep(analysis('a', 'b', 'c'));
  first.keep(analysis('a'));
  first.keep({ ...analysis('a'), at: [], orientation: 'black' });
  expect(first.read()).toEqual(analysis('a', 'b', 'c'));
  expect(first.aside()).toBeUndefined();
});

it('a tab that has changed its analysis puts aside what another has stored since', () => {
  const [first, second] = [tab(), tab()];
  second.keep(analysis('a', 'b', 'c'));
  first.keep(analysis('d'));
  expect(first.read()).toEqual(analysis('d'));
  expect(first.aside()).toEqual(analysis('a', 'b', 'c'));
});

it('an empty analysis is not stored, and not put aside', () => {
  const shelf = tab();
  shelf.keep(analysis());
  shelf.putAside(analysis());
  expect(items.size).toBe(0);
});
