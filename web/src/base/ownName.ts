//! The names under which the visitor plays, as the browser keeps them. No server is asked.
import { readStored } from './storage';

/** The stored name that the visitor has chosen, and the stored session with the one that the server gave. */
export const OWN_NAME = 'name';
export const OWN_SESSION = 'session';

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** The name that the visitor has chosen. */
export const ownName = (): string | undefined => readStored(OWN_NAME, text);

/** All names of the visitor in records of games. */
export const ownNames = (): string[] =>
  [ownName(), readStored(OWN_SESSION, (value) => text((value as { name?: unknown } | null)?.name))].flatMap(
    (name) => name ?? [],
  );
