//! A player's presence, with the server time from which the opponent may claim the game.
import type { Color } from '../lib/rules';
import type { Presence } from './frames';

/** A player's connection, and the server time from which the opponent may claim the game. */
export interface PlayerPresence {
  readonly isHere: boolean;
  readonly pingMs?: number | undefined;
  readonly goneAt?: number | undefined;
}

export type Seen = Readonly<Record<Color, PlayerPresence | undefined>>;

/** The presence of players about whom nothing is known. */
export const UNSEEN: Seen = { white: undefined, black: undefined };

/** Returns the presence after a frame, which keeps the details that are known. */
export function seenIn([white, black]: readonly boolean[], known: Seen): Seen {
  if (white === undefined || black === undefined) return UNSEEN;
  const seen = (side: Color, isHere: boolean): PlayerPresence =>
    isHere === known[side]?.isHere ? known[side] : { isHere };
  return { white: seen('white', white), black: seen('black', black) };
}

const presenceOf = ({ here, pingMs, goneInMs }: Presence, now: number): PlayerPresence => ({
  isHere: here,
  pingMs,
  goneAt: goneInMs === undefined ? undefined : now + goneInMs,
});

/** Returns the presence of both players in a message about them. */
export const presenceIn = (both: Readonly<Record<Color, Presence>>, now: number): Seen => ({
  white: presenceOf(both.white, now),
  black: presenceOf(both.black, now),
});
