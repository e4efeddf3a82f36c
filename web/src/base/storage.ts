//! What the page remembers between visits. Where a browser stores nothing (private windows, a full quota), the page
//! goes on in memory, and says so once.

const PREFIX = 'faraday.';
const memory = new Map<string, string>();
let onFailure: (() => void) | undefined;
let failed = false;

/** Who is told, once, that nothing will be remembered. */
export function onStorageFailure(tell: () => void): void {
  onFailure = tell;
  if (failed) tell();
}

function fail(): void {
  if (failed) return;
  failed = true;
  onFailure?.();
}

function readText(name: string): string | null {
  const remembered = memory.get(name);
  if (remembered !== undefined) return remembered;
  try {
    return localStorage.getItem(PREFIX + name);
  } catch {
    fail();
    return null;
  }
}

/** The stored value, if there is one and it passes the check; a value that cannot be read counts as none. */
export function readStored<T>(name: string, parse: (value: unknown) => T | undefined): T | undefined {
  const text = readText(name);
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Stores a value that JSON can hold. */
export function store(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(PREFIX + name, text);
    memory.delete(name);
  } catch {
    memory.set(name, text);
    fail();
  }
}

/** Forgets a value. */
export function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    fail();
  }
}

/** The names of everything stored whose name starts so. */
export function storedNames(start: string): string[] {
  const names = new Set([...memory.keys()].filter((name) => name.startsWith(start)));
  try {
    for (let at = 0; at < localStorage.length; at += 1) {
      const key = localStorage.key(at);
      if (key?.startsWith(PREFIX + start)) names.add(key.slice(PREFIX.length));
    }
  } catch {
    fail();
  }
  return [...names].sort();
}

/** Hears of every other tab of this browser that stores a value under one of these names, or forgets it. Returns how to
 *  hear no more. */
export function onStoredElsewhere(names: readonly string[], act: () => void): () => void {
  const keys = names.map((name) => PREFIX + name);
  const hear = ({ key }: StorageEvent): void => {
    if (key !== null && keys.includes(key)) act();
  };
  window.addEventListener('storage', hear);
  return () => window.removeEventListener('storage', hear);
}
