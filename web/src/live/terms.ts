//! How time is kept between two people, in words.
import { formatNumber, plural, t } from '../app/messages.svelte';
import type { Terms } from './http';

/** The days for a move that two people can agree on (T.6). */
export const DAYS = ['1', '2', '3', '5', '7', '14'] as const;

const MINUTE = 60_000;

/** As a clock is called: minutes and seconds for a move. */
function clockName({ baseMs, incrementMs = 0 }: NonNullable<Terms['clock']>): string {
  const minutes = formatNumber(baseMs / MINUTE, { maximumFractionDigits: 2 });
  return `${minutes}+${formatNumber(incrementMs / 1000)}`;
}

/** The terms in a few words. */
export function termsName({ clock, days }: Terms): string {
  if (clock) return t('friend.terms.clock', { clock: clockName(clock) });
  return days ? plural('friend.terms.days', days) : t('friend.terms.none');
}

/** The terms as somebody needs to hear them who has never seen a chess clock. */
export function termsSentence({ clock, days }: Terms): string {
  if (clock) {
    const minutes = formatNumber(clock.baseMs / MINUTE, {
      style: 'unit',
      unit: 'minute',
      unitDisplay: 'long',
      maximumFractionDigits: 2,
    });
    const seconds = formatNumber((clock.incrementMs ?? 0) / 1000, {
      style: 'unit',
      unit: 'second',
      unitDisplay: 'long',
    });
    return clock.incrementMs
      ? t('friend.terms.clock.more', { minutes, seconds })
      : t('friend.terms.clock.long', { minutes });
  }
  return days ? plural('friend.terms.days.long', days) : t('friend.terms.none.long');
}

const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;

/** What is left, in the largest unit of which there is a whole one. */
export function leftInWords(ms: number): string {
  const [unit, size] = UNITS.find(([, size]) => ms >= size) ?? (['second', 1000] as const);
  const count = Math.max(0, Math.floor(ms / size));
  return formatNumber(count, { style: 'unit', unit, unitDisplay: 'long' });
}
