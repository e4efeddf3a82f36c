//! The clocks as shown on screen: stopped for an unconfirmed move and while the connection is lost.
import { stopped, type Clock } from '../game/clock';
import type { Color } from '../lib/rules';

/**
 * The time for which an unconfirmed move stops its player's clock on screen; with a good connection it arrives sooner.
 */
export const UNCONFIRMED_MS = 1500;

/** The state that affects the display of the clocks, in server time. */
export interface ClockContext {
  /** The side of the player; undefined for a spectator. */
  readonly side: Color | undefined;
  /** The time of the unconfirmed move. */
  readonly pendingSince: number | undefined;
  /** The time of the last message from the server; undefined while the connection works. */
  readonly lostAt: number | undefined;
  readonly now: number;
}

/** Returns the clocks to show. */
export function shownClock(clock: Clock, { side, pendingSince, lostAt, now }: ClockContext): Clock {
  if (clock.running?.color !== side || side === undefined)
    // The move may have been made long ago.
    return lostAt === undefined ? clock : stopped(clock, lostAt);
  if (pendingSince === undefined || lostAt !== undefined) return clock;
  return now - pendingSince < UNCONFIRMED_MS ? stopped(clock, pendingSince) : clock;
}
