//! The texts of the page in the visitor's language. A language is one file of `src/messages`.
import type en from '../messages/en.json';

export type Message = keyof typeof en;
export type Slots = Record<string, string | number>;
type Texts = Record<Message, string>;

const FILES = import.meta.glob<Texts>('../messages/*.json', { import: 'default' });

/** The languages that there are texts in. */
export const LANGUAGES: readonly string[] = Object.keys(FILES)
  .map((path) => path.replace(/^.*\/|\.json$/g, ''))
  .sort();

const FALLBACK = 'en';
let texts: Partial<Texts> = $state.raw({});
let current = $state(FALLBACK);

/** The language in use. */
export const language = (): string => current;

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

/** Loads the texts of a language. Returns how to use them everywhere. */
export async function loadTexts(wanted: string): Promise<() => void> {
  const load = FILES[`../messages/${wanted}.json`];
  if (!load) throw new Error(`there are no texts in ${wanted}`);
  const loaded = await load();
  return () => {
    texts = loaded;
    current = wanted;
    document.documentElement.lang = wanted;
  };
}

function fill(text: string, slots: Slots): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = slots[name];
    if (value === undefined) return whole;
    return typeof value === 'number' ? formatNumber(value) : value;
  });
}

/** The text of a key, its slots filled. */
export function t(key: Message, slots: Slots = {}): string {
  return fill(texts[key] ?? key, slots);
}

type Stem<Key> = Key extends `${infer Start}.other` ? Start : never;

/** The text for a count: of `key.one`, `key.other`, … the form that the language asks for. The count is slot `{count}`. */
export function plural(key: Stem<Message>, count: number, slots: Slots = {}): string {
  const form = `${key}.${new Intl.PluralRules(current).select(count)}`;
  return t((form in texts ? form : `${key}.other`) as Message, { count, ...slots });
}

/** A number as the language writes it. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  return new Intl.NumberFormat(current, options).format(value);
}

/** A moment as the language writes it. */
export function formatDate(
  value: Date,
  options: Intl.DateTimeFormatOptions = { dateStyle: 'medium' },
): string {
  return new Intl.DateTimeFormat(current, options).format(value);
}

/** What a language calls itself. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
