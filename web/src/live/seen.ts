//! The presence of a player, by the server's time.
import type { Presence } from './frames';

/** A player's connection, and by the server's time when the game may be claimed. */
export interface Seen {
  readonly isHere: boolean;
  readonly pingMs?: number | undefined;
  readonly goneAt?: number | undefined;
}

export const seenOf = ({ here, pingMs, goneInMs }: Presence, now: number): Seen => ({
  isHere: here,
  pingMs,
  goneAt: goneInMs === undefined ? undefined : now + goneInMs,
});
