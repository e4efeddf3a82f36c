//! The language and the time zone of push messages and emails, which are those of the browser.
import { readStored, store } from '../base/storage';
import { http } from './http';

/** The values that this browser has sent last. */
const SENT = 'inbox.locale';

const readText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** Sends the language and the time zone to the server, if they differ from those sent before. */
export async function sendLocale(person: string, language: string): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const current = [person, language, timeZone].join(' ');
  if (readStored(SENT, readText) === current) return;
  await http.changeSettings({ language, timeZone });
  store(SENT, current);
}
