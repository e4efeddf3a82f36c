//! Dates in words.
import { language } from './messages.svelte';

/** Returns the date of a time in the language of the page. */
export const dateText = (at: number): string =>
  new Intl.DateTimeFormat(language(), { dateStyle: 'long' }).format(at);
