//! The clocks as a player may see them: the server's are known only as well as the connection is.
import { stopped, type Clock } from '../game/clock';
import type { Color } from '../lib/rules';

/** How long an unconfirmed move stops its player's clock on the screen. A move arrives sooner on any good connection. */
export const PATIENCE_MS = 1500;

/** What is known besides the server's clocks. Times are the server's. */
export interface Knowledge {
  /** The side of the player; none for a spectator. */
  readonly side: Color | undefined;
  /** When the move that awaits its confirmation was made. */
  readonly pendingSince: number | undefined;
  /** When the server was heard for the last time; none while the connection works. */
  readonly lostAt: number | undefined;
  readonly now: number;
}

/** Returns the clocks to show. */
export function shownClock(clock: Clock, { side, pendingSince, lostAt, now }: Knowledge): Clock {
  if (clock.running?.color !== side || side === undefined)
    // The move may have been made long ago.
    return lostAt === undefined ? clock : stopped(clock, lostAt);
  if (pendingSince === undefined || lostAt !== undefined) return clock;
  return now - pendingSince < PATIENCE_MS ? stopped(clock, pendingSince) : clock;
}
