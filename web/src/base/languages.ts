//! The languages of the page, and where their words lie. A language is one file of `src/messages`.
import catalogs from 'virtual:catalogs';

import type en from '../messages/en.json';

export type Texts = Record<keyof typeof en, string>;

/** How the texts of a language are loaded. */
export const TEXTS = Object.fromEntries(
  Object.entries(import.meta.glob<Texts>('../messages/*.json', { import: 'default' })).map(([path, load]) => [
    path.replace(/^.*\/|\.json$/g, ''),
    load,
  ]),
);

/** The languages that there are texts in. */
export const LANGUAGES: readonly string[] = Object.keys(TEXTS).sort();

export const FALLBACK = 'en';

/** The language to use: the chosen one, else the first of the wanted ones that there are texts in. */
export function pickLanguage(
  chosen: string,
  wanted: readonly string[],
  known: readonly string[] = LANGUAGES,
): string {
  if (known.includes(chosen)) return chosen;
  const bases = wanted.map((tag) => tag.toLowerCase().split('-')[0] ?? '');
  return bases.find((base) => known.includes(base)) ?? FALLBACK;
}

/** The language of the rules that comes nearest to one of the page. */
export const rulesLanguageFor = (language: string): string => (language in catalogs ? language : FALLBACK);
