//! The clocks of a game as they are shown; what time does to them is the rules'. A running clock is a moment in time, not a
//! count of ticks, so it is right however seldom anybody looks: in a background tab too. It knows nothing of the time of
//! day; whoever asks says what time it is.
import type { Color } from '../lib/rules';

/** How much time each side has. */
export interface TimeControl {
  /** At the start. */
  readonly baseMs: number;
  /** What every move adds. */
  readonly incrementMs: number;
}

export type Times = Readonly<Record<Color, number>>;

/** Both clocks. */
export interface Clock {
  readonly control: TimeControl;
  /** What was left when the clocks were last touched. */
  readonly left: Times;
  /** Whose time runs, and since when. */
  readonly running?: { readonly color: Color; readonly since: number };
}

/** The most minutes that a control may give: a week. */
export const MOST_MINUTES = 7 * 24 * 60;
/** The most seconds that a move may add. */
export const MOST_INCREMENT = 3600;

/** The control of so many minutes and seconds; undefined if nobody could play with it. */
export function controlOf(minutes: number, seconds: number): TimeControl | undefined {
  const isIn = (value: number, most: number): boolean => value >= 0 && value <= most;
  if (!isIn(minutes, MOST_MINUTES) || !isIn(seconds, MOST_INCREMENT)) return undefined;
  if (minutes === 0 && seconds === 0) return undefined;
  const incrementMs = Math.round(seconds * 1000);
  // With no minutes the first move lives on the first increment.
  return { baseMs: minutes === 0 ? incrementMs : Math.round(minutes * 60_000), incrementMs };
}

/** The control that a form offers as `5+3`, or as `custom` for minutes and seconds of one's own; undefined if nobody could
 *  play with it. */
export function controlIn(offered: string, minutes: number, seconds: number): TimeControl | undefined {
  if (offered === 'custom') return controlOf(minutes, seconds);
  const [base = NaN, increment = NaN] = offered.split('+').map(Number);
  return controlOf(base, increment);
}

/** As the PGN tag `TimeControl` writes it: seconds and increment. */
export const tagOf = ({ baseMs, incrementMs }: TimeControl): string =>
  `${Math.round(baseMs / 1000)}+${Math.round(incrementMs / 1000)}`;

/** What a side has left at a moment. */
export function leftAt({ left, running }: Clock, color: Color, now: number): number {
  const spent = running?.color === color ? Math.max(0, now - running.since) : 0;
  return Math.max(0, left[color] - spent);
}

/** Neither clock runs any more. */
export const stopped = (clock: Clock, now: number): Clock => ({
  control: clock.control,
  left: { white: leftAt(clock, 'white', now), black: leftAt(clock, 'black', now) },
});

/** Below this a player is short of time. */
export const LOW_MS = 20_000;

const padded = (number: number): string => String(number).padStart(2, '0');

/** A clock's face: tenths only when they begin to matter. */
export function face(leftMs: number): string {
  const tenths = Math.ceil(leftMs / 100);
  if (tenths < LOW_MS / 100) return `0:${padded(Math.floor(tenths / 10))}.${tenths % 10}`;
  const seconds = Math.ceil(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = padded(seconds % 60);
  return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`;
}
