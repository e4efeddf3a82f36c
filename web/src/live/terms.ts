//! How time is kept between two people, in words.
import { formatNumber, language, plural, t } from '../app/messages.svelte';
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

const SIZES = { day: 24 * 60 * MINUTE, hour: 60 * MINUTE, minute: MINUTE, second: 1000 } as const;
type Unit = keyof typeof SIZES;

/** So many whole units as there are in a time. */
const whole = (ms: number, unit: Unit): string =>
  formatNumber(Math.floor(ms / SIZES[unit]), { style: 'unit', unit, unitDisplay: 'long' });

/** What is left, in the largest unit of which there is a whole one; of days the hours are told, too. */
export function leftInWords(ms: number): string {
  const left = Math.max(0, ms);
  if (left < SIZES.day) {
    const unit = (['hour', 'minute'] as const).find((one) => left >= SIZES[one]) ?? 'second';
    return whole(left, unit);
  }
  const rest = left % SIZES.day;
  const parts = [whole(left, 'day'), ...(rest >= SIZES.hour ? [whole(rest, 'hour')] : [])];
  return new Intl.ListFormat(language(), { type: 'unit' }).format(parts);
}
