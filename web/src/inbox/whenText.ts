//! Points in time in words.
import { language } from '../base/messages.svelte';

/** Returns the time of day, with the date unless it is today. */
export function whenText(at: number, now = Date.now()): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  const format: Intl.DateTimeFormatOptions = isToday
    ? { timeStyle: 'short' }
    : { dateStyle: 'medium', timeStyle: 'short' };
  return new Intl.DateTimeFormat(language(), format).format(at);
}
