//! The clocks of a game, for display; the rules decide what time does to a game. A running clock stores its start, not
//! a count of ticks, so it is exact however rarely it is read, even in a background tab. Callers pass the current time.
import type { Color } from '../lib/rules';

/** The time control of each side. */
export interface TimeControl {
  readonly baseMs: number;
  /** Added for every move. */
  readonly incrementMs: number;
}

export type Times = Readonly<Record<Color, number>>;

export interface Clock {
  readonly control: TimeControl;
  /** The remaining time when the clocks last changed. */
  readonly left: Times;
  /** The side whose clock is running, and the time at which it started. */
  readonly running?: { readonly color: Color; readonly since: number };
}

/** The highest base time, in minutes: one week. */
export const MOST_MINUTES = 7 * 24 * 60;
/** The highest increment, in seconds. */
export const MOST_INCREMENT = 3600;

/** Returns a control in minutes and seconds, or undefined if it is unplayable. */
export function controlOf(minutes: number, seconds: number): TimeControl | undefined {
  const isIn = (value: number, most: number): boolean => value >= 0 && value <= most;
  if (!isIn(minutes, MOST_MINUTES) || !isIn(seconds, MOST_INCREMENT)) return undefined;
  if (minutes === 0 && seconds === 0) return undefined;
  const incrementMs = Math.round(seconds * 1000);
  // Without base time, the first move starts with one increment.
  return { baseMs: minutes === 0 ? incrementMs : Math.round(minutes * 60_000), incrementMs };
}

/** Parses a form's time control: `5+3`, or `custom` for minutes and seconds. Returns undefined if it is unplayable. */
export function controlIn(offered: string, minutes: number, seconds: number): TimeControl | undefined {
  if (offered === 'custom') return controlOf(minutes, seconds);
  const [base = NaN, increment = NaN] = offered.split('+').map(Number);
  return controlOf(base, increment);
}

/** Formats a control as the PGN tag `TimeControl`: seconds and increment. */
export const tagOf = ({ baseMs, incrementMs }: TimeControl): string =>
  `${Math.round(baseMs / 1000)}+${Math.round(incrementMs / 1000)}`;

/** Returns the remaining time of a side at a given time. */
export function leftAt({ left, running }: Clock, color: Color, now: number): number {
  const spent = running?.color === color ? Math.max(0, now - running.since) : 0;
  return Math.max(0, left[color] - spent);
}

/** Stops both clocks at a given time. */
export const stopped = (clock: Clock, now: number): Clock => ({
  control: clock.control,
  left: { white: leftAt(clock, 'white', now), black: leftAt(clock, 'black', now) },
});

/** The threshold for low time. */
export const LOW_MS = 20_000;

const padded = (number: number): string => String(number).padStart(2, '0');

/** Formats a countdown in minutes and whole seconds. */
export function countdown(leftMs: number): string {
  const seconds = Math.ceil(Math.max(0, leftMs) / 1000);
  return `${Math.floor(seconds / 60)}:${padded(seconds % 60)}`;
}

/** Formats the remaining time. Tenths are shown only when it is low. */
export function face(leftMs: number): string {
  const tenths = Math.ceil(leftMs / 100);
  if (tenths < LOW_MS / 100) return `0:${padded(Math.floor(tenths / 10))}.${tenths % 10}`;
  const seconds = Math.ceil(tenths / 10);
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = padded(seconds % 60);
  return hours > 0 ? `${hours}:${padded(minutes)}:${rest}` : `${minutes}:${rest}`;
}
