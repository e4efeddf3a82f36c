//! The languages of the app. Each language is one file in `src/messages`.
import catalogs from 'virtual:catalogs';

import type en from '../messages/en.json';

export type Texts = Record<keyof typeof en, string>;

/** The loader of each language's texts. */
export const TEXTS = Object.fromEntries(
  Object.entries(import.meta.glob<Texts>('../messages/*.json', { import: 'default' })).map(([path, load]) => [
    path.replace(/^.*\/|\.json$/g, ''),
    load,
  ]),
);

/** The languages that the app is translated into. */
export const LANGUAGES: readonly string[] = Object.keys(TEXTS).sort();

export const FALLBACK = 'en';

/** Picks the language to use: the chosen one, or the first preferred one that has a translation. */
export function pickLanguage(
  chosen: string,
  wanted: readonly string[],
  known: readonly string[] = LANGUAGES,
): string {
  if (known.includes(chosen)) return chosen;
  const bases = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return bases.find((base) => known.includes(base)) ?? FALLBACK;
}

/** Returns the language of the rules that is closest to a language of the app. */
export const rulesLanguageFor = (language: string): string => (language in catalogs ? language : FALLBACK);
