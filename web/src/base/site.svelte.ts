//! The site as its admins have set it up: the name of the club, the accent color, words, and the next club evening. The
//! device stores it, so that the next visit begins with it.
import { answerOf, ownServer } from '../lib/api/client';
import type { components } from '../lib/api/schema';
import { accentTokens } from './accent';
import { afterPaint } from './idle';
import { forget, readStored, store } from './storage';

export type Site = components['schemas']['Site'];
export type ClubEvening = components['schemas']['ClubEvening'];

const KEY = 'site';
/** The name of a site whose admins have not set one. */
const DEFAULT_NAME = 'Faraday';

const isText = (value: unknown): value is string => typeof value === 'string';

/** Reads what an earlier visit has stored. The club evening is fetched again, because it passes. */
function read(value: unknown): Pick<Site, 'name' | 'accent' | 'words'> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { name, accent, words } = value as Record<string, unknown>;
  return {
    ...(isText(name) && { name }),
    ...(isText(accent) && /^#[\da-f]{6}$/.test(accent) && { accent }),
    ...(isText(words) && { words }),
  };
}

let known: Partial<Site> = $state.raw(readStored(KEY, read) ?? {});

/** Returns the site as far as it is known. */
export const site = (): Partial<Site> => known;

/** Returns the name of the site. */
export const siteName = (): string => known.name ?? DEFAULT_NAME;

let now = $state(Date.now());

/** Returns the next club evening, until it ends. */
export const evening = (): ClubEvening | undefined =>
  known.evening && known.evening.endsAt > now ? known.evening : undefined;

/** Fetches the site. */
export async function loadSite(): Promise<void> {
  known = await answerOf(ownServer.GET('/api/v1/site'));
  const { name, accent, words } = known;
  if (name ?? accent ?? words) store(KEY, { name, accent, words });
  else forget(KEY);
}

/** Applies the accent color, and fetches the site once the page is painted. Called once, by the shell. */
export function keepSite(): void {
  $effect(() => {
    const { accent } = known;
    if (accent === undefined) return;
    const { style } = document.documentElement;
    const tokens = accentTokens(accent);
    for (const [token, value] of tokens) style.setProperty(token, value);
    return () => {
      for (const token of tokens.keys()) style.removeProperty(token);
    };
  });
  $effect(() => {
    const end = known.evening?.endsAt;
    if (end === undefined) return;
    // A longer timer would fire at once.
    const timer = setTimeout(
      () => (now = Date.now()),
      Math.min(Math.max(end - Date.now(), 0) + 100, 2 ** 31 - 1),
    );
    return () => clearTimeout(timer);
  });
  $effect(() =>
    afterPaint(() => {
      // Without an answer, the site stays as it was at the last visit.
      if (navigator.onLine) void loadSite().catch(() => undefined);
    }),
  );
}
