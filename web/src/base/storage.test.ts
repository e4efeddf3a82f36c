import { beforeEach, describe, expect, it, vi } from 'vitest';

type Storage = typeof import('./storage');
const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A storage that throws once it is marked as full. */
function fakeStore() {
  const items = new Map<string, string>();
  const state = { full: false, items };
  vi.stubGlobal('localStorage', {
    get length() {
      return items.size;
    },
    key: (at: number) => [...items.keys()][at] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (state.full) throw new DOMException('full', 'QuotaExceededError');
      items.set(key, value);
    },
    removeItem: (key: string) => items.delete(key),
  });
  return state;
}

let storage: Storage;
let state: ReturnType<typeof fakeStore>;
beforeEach(async () => {
  vi.resetModules();
  state = fakeStore();
  storage = await import('./storage');
});

describe('what is stored', () => {
  it('is read back, under a name of our own', () => {
    storage.store('game.a', 'one');
    expect(storage.readStored('game.a', asText)).toBe('one');
    expect([...state.items.keys()]).toEqual(['faraday.game.a']);
    expect(storage.storedNames('game.')).toEqual(['game.a']);
  });

  it('counts as nothing if it is broken or not what was expected', () => {
    state.items.set('faraday.a', '{');
    state.items.set('faraday.b', '7');
    expect(storage.readStored('a', asText)).toBeUndefined();
    expect(storage.readStored('b', asText)).toBeUndefined();
  });

  it('stays in memory when the store is full, and that is told once', () => {
    const notifyFailure = vi.fn();
    storage.onStorageFailure(notifyFailure);
    storage.store('a', 'old');
    state.full = true;
    storage.store('a', 'new');
    storage.store('b', 'more');
    expect(storage.readStored('a', asText)).toBe('new');
    expect(storage.storedNames('')).toEqual(['a', 'b']);
    expect(notifyFailure).toHaveBeenCalledTimes(1);
  });

  it('is forgotten', () => {
    storage.store('a', 'one');
    storage.forget('a');
    expect(storage.readStored('a', asText)).toBeUndefined();
  });

  it('works where the browser has no store at all', () => {
    vi.stubGlobal('localStorage', undefined);
    storage.store('a', 'one');
    expect(storage.readStored('a', asText)).toBe('one');
    expect(storage.storedNames('')).toEqual(['a']);
  });
});
