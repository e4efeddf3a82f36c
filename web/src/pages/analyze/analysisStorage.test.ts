import { beforeEach, expect, it, vi } from 'vitest';

import type { Shared } from '../../game/share';
import { AnalysisStorage } from './analysisStorage';

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
function tab(): AnalysisStorage {
  const storage = new AnalysisStorage('any');
  storage.markShown(storage.read() ?? analysis());
  return storage;
}

it('a tab in which nothing was changed leaves what another has stored since', () => {
  const first = tab();
  first.save(analysis('a'));
  const second = tab();
  second.save(analysis('a', 'b', 'c'));
  first.save(analysis('a'));
  first.save({ ...analysis('a'), at: [], orientation: 'black' });
  expect(first.read()).toEqual(analysis('a', 'b', 'c'));
  expect(first.previous()).toBeUndefined();
});

it('a tab that has changed its analysis puts aside what another has stored since', () => {
  const [first, second] = [tab(), tab()];
  second.save(analysis('a', 'b', 'c'));
  first.save(analysis('d'));
  expect(first.read()).toEqual(analysis('d'));
  expect(first.previous()).toEqual(analysis('a', 'b', 'c'));
});

it('an empty analysis is not stored, and not put aside', () => {
  const storage = tab();
  storage.save(analysis());
  storage.savePrevious(analysis());
  expect(items.size).toBe(0);
});
