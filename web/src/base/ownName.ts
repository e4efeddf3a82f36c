//! The visitor's own names, read from storage without a request to the server.
import { readStored } from './storage';

/** Storage keys: the name that the visitor has chosen, and the session with the name that the server assigned. */
export const OWN_NAME = 'name';
export const OWN_SESSION = 'session';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Returns the name that the visitor has chosen. */
export const ownName = (): string | undefined => readStored(OWN_NAME, text);

/** Returns all names of the visitor that can occur in game records. */
export const ownNames = (): string[] =>
  [ownName(), readStored(OWN_SESSION, (value) => text((value as { name?: unknown } | null)?.name))].flatMap(
    (name) => name ?? [],
  );
