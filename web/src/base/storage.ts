//! Browser storage for data that the app keeps between visits. If the browser stores nothing (private window, exceeded
//! quota), the app keeps the data in memory and shows one notice.

const PREFIX = 'faraday.';
const memory = new Map<string, string>();
let onFailure: (() => void) | undefined;
let failed = false;

/** Sets the callback that is called once if nothing can be stored. */
export function onStorageFailure(notifyFailure: () => void): void {
  onFailure = notifyFailure;
  if (failed) notifyFailure();
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

/** Returns the stored value if it exists and passes the check. An unreadable value counts as missing. */
export function readStored<T>(name: string, parse: (value: unknown) => T | undefined): T | undefined {
  const text = readText(name);
  if (text === null) return undefined;
  try {
    return parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Stores a value that can be serialized to JSON. */
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

/** Deletes a stored value. */
export function forget(name: string): void {
  memory.delete(name);
  try {
    localStorage.removeItem(PREFIX + name);
  } catch {
    fail();
  }
}

/** Returns the names of all stored values that start with a prefix. */
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

/** Calls `act` when another tab stores or deletes a value with one of these names. Returns a function that stops it. */
export function onStoredElsewhere(names: readonly string[], act: () => void): () => void {
  const keys = names.map((name) => PREFIX + name);
  const onStorage = ({ key }: StorageEvent): void => {
    if (key !== null && keys.includes(key)) act();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
