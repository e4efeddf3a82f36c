//! A player's presence, with the server time from which the opponent may claim the game.
import type { Presence } from './frames';

/** A player's connection, and the server time from which the opponent may claim the game. */
export interface PlayerPresence {
  readonly isHere: boolean;
  readonly pingMs?: number | undefined;
  readonly goneAt?: number | undefined;
}

export const presenceOf = ({ here, pingMs, goneInMs }: Presence, now: number): PlayerPresence => ({
  isHere: here,
  pingMs,
  goneAt: goneInMs === undefined ? undefined : now + goneInMs,
});
