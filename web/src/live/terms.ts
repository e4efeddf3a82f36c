//! Descriptions of an online game's time control and remaining time.
import { formatNumber, language, plural, t } from '../base/messages.svelte';
import type { Terms } from './http';

/** The days per move that correspondence games offer (T.6). */
export const DAYS = ['1', '2', '3', '5', '7', '14'] as const;

/** The initial days of the reserves that correspondence games offer (T.6). */
export const RESERVES = ['3', '10', '30'] as const;

/** Returns true for a correspondence game, in which the players need not be online at the same time. */
export const isCorrespondence = ({ days, reserve }: Terms): boolean =>
  days !== undefined || reserve !== undefined;

const MINUTE = 60_000;

/** The longest base and increment, and the shortest base, of a rated game with a clock (T.7). */
const RATED_CLOCK = { leastMs: MINUTE, mostMs: 60 * MINUTE, mostIncrementMs: MINUTE };

/** Returns true if the time control is one of rated games (T.7). */
export function hasRatedTime(terms: Terms): boolean {
  if (!terms.clock) return isCorrespondence(terms);
  const { baseMs, incrementMs = 0 } = terms.clock;
  const { leastMs, mostMs, mostIncrementMs } = RATED_CLOCK;
  return baseMs >= leastMs && baseMs <= mostMs && incrementMs <= mostIncrementMs;
}

/** Returns the name of a clock: minutes and seconds per move. */
export function clockName({ baseMs, incrementMs = 0 }: NonNullable<Terms['clock']>): string {
  const minutes = formatNumber(baseMs / MINUTE, { maximumFractionDigits: 2 });
  const whole = baseMs < MINUTE ? inSeconds(baseMs, 'short') : minutes;
  return `${FRACTIONS.get(baseMs) ?? whole}+${formatNumber(incrementMs / 1000)}`;
}

/** Times that chess clocks show as fractions of a minute. */
const FRACTIONS: ReadonlyMap<number, string> = new Map([
  [15_000, '¼'],
  [30_000, '½'],
  [45_000, '¾'],
]);

const inSeconds = (ms: number, unitDisplay: 'short' | 'long'): string =>
  formatNumber(ms / 1000, { style: 'unit', unit: 'second', unitDisplay, maximumFractionDigits: 1 });

/** The hours that each move adds to a reserve, and the days above which it adds nothing (T.6). */
const ADDED: Readonly<Record<number, { hours: number; mostDays: number }>> = {
  3: { hours: 12, mostDays: 5 },
  10: { hours: 24, mostDays: 15 },
  30: { hours: 24, mostDays: 45 },
};

/** Returns the parts of a reserve in words. */
export function reserveInWords(days: number): { base: string; more: string; most: string } {
  const { hours, mostDays } = ADDED[days] ?? { hours: 0, mostDays: days };
  return {
    base: countText(days, 'day'),
    more: hours % 24 === 0 ? countText(hours / 24, 'day') : countText(hours, 'hour'),
    most: countText(mostDays, 'day'),
  };
}

/** Returns a short name of the terms. */
export function termsName({ clock, days, reserve }: Terms): string {
  if (clock) return t('friend.terms.clock', { clock: clockName(clock) });
  if (reserve) return t('friend.terms.reserve', reserveInWords(reserve));
  return days ? plural('friend.terms.days', days) : t('friend.terms.none');
}

/** Returns a short name of the terms of a game in a list, which names a rated game. */
export const listedTerms = (terms: Terms): string =>
  terms.rated ? `${termsName(terms)} · ${t('friend.rated')}` : termsName(terms);

/** Returns a short name of the terms, and of the kind of the game: rated or casual. */
export const namedTerms = (terms: Terms): string =>
  `${termsName(terms)} · ${t(terms.rated ? 'friend.rated' : 'lobby.casual')}`;

/** Describes the terms for players who have never seen a chess clock. */
export function termsSentence({ clock, days, reserve }: Terms): string {
  if (clock) {
    const minutes =
      clock.baseMs < MINUTE
        ? inSeconds(clock.baseMs, 'long')
        : formatNumber(clock.baseMs / MINUTE, {
            style: 'unit',
            unit: 'minute',
            unitDisplay: 'long',
            maximumFractionDigits: 2,
          });
    const seconds = inSeconds(clock.incrementMs ?? 0, 'long');
    return clock.incrementMs
      ? t('friend.terms.clock.more', { minutes, seconds })
      : t('friend.terms.clock.long', { minutes });
  }
  if (reserve) return t('friend.terms.reserve.long', reserveInWords(reserve));
  return days ? plural('friend.terms.days.long', days) : t('friend.terms.none.long');
}

const SIZES = { hour: 60 * MINUTE, minute: MINUTE, second: 1000 } as const;
type Unit = keyof typeof SIZES;
export const DAY_MS = 24 * SIZES.hour;

/**
 * Splits a time into days and hours, rounded to the nearest hour: three days remain three days for the first half hour.
 */
export function daysIn(ms: number): { days: number; hours: number } {
  const hours = Math.round(ms / SIZES.hour);
  return { days: Math.floor(hours / 24), hours: hours % 24 };
}

const countText = (count: number, unit: Unit | 'day'): string =>
  formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });

/** Formats the remaining time in the largest unit that fits; days are shown with hours. */
export function leftInWords(ms: number): string {
  const left = Math.max(0, ms);
  const { days, hours } = daysIn(left);
  if (days === 0) {
    const unit = (['hour', 'minute'] as const).find((one) => left >= SIZES[one]) ?? 'second';
    return countText(Math.floor(left / SIZES[unit]), unit);
  }
  const parts = [countText(days, 'day'), ...(hours > 0 ? [countText(hours, 'hour')] : [])];
  return new Intl.ListFormat(language(), { type: 'unit' }).format(parts);
}

const dayFormat = (at: number, now: number): Intl.DateTimeFormatOptions =>
  Math.abs(at - now) < WEEK_MS ? { weekday: 'short' } : { day: 'numeric', month: 'short' };

/** Names a day in the visitor's time zone: by its weekday if it is near, otherwise by its date. */
export const dayName = (at: number, now: number): string =>
  new Intl.DateTimeFormat(language(), dayFormat(at, now)).format(at).replaceAll(' ', '\u00a0');

/** The time from which a weekday would be ambiguous. */
const WEEK_MS = 6 * DAY_MS;

/** Names a moment in the visitor's time zone: by its weekday if it is near, otherwise by its date. */
export function momentName(at: number, now: number): string {
  const name = new Intl.DateTimeFormat(language(), {
    ...dayFormat(at, now),
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
  // It remains on one line.
  return name.replaceAll(' ', '\u00a0');
}

/** Names a moment in the visitor's time zone by its weekday and date. */
export const dateName = (at: number): string =>
  new Intl.DateTimeFormat(language(), {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  }).format(at);
