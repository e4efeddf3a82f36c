//! The texts of the app in the visitor's language.
import { FALLBACK, TEXTS, type Texts } from './languages';

export type Message = keyof Texts;
export type Slots = Record<string, string | number>;

let texts: Partial<Texts> = $state.raw({});
let current = $state(FALLBACK);

/** Returns the current language. */
export const language = (): string => current;

/** Loads the texts of a language. Returns a function that puts them to use everywhere. */
export async function loadTexts(wanted: string): Promise<() => void> {
  const load = TEXTS[wanted];
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

/** Returns the text of a key in the visitor's language, with its slots filled. */
export function t(key: Message, slots: Slots = {}): string {
  return fill(texts[key] ?? key, slots);
}

type Stem<Key> = Key extends `${infer Start}.other` ? Start : never;

/**
 * Returns the text for a count, which fills the slot `{count}`: `key.one`, `key.other`, …, by the
 * rules of the language.
 */
export function plural(key: Stem<Message>, count: number, slots: Slots = {}): string {
  const form = `${key}.${new Intl.PluralRules(current).select(count)}`;
  return t((form in texts ? form : `${key}.other`) as Message, { count, ...slots });
}

// Creating a format is far slower than using it, and a board formats a number for every square.
const formats = new Map<string, Intl.NumberFormat>();

/** Formats a number in the current language. */
export function formatNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = JSON.stringify([current, options]);
  const format = formats.get(key) ?? new Intl.NumberFormat(current, options);
  formats.set(key, format);
  return format.format(value);
}

/** Joins names into a list, such as `a1 and a4`. */
export const formatList = (names: readonly string[]): string =>
  new Intl.ListFormat(current, { type: 'conjunction' }).format(names);

/** Returns the name of a language in that language. */
export function languageName(tag: string): string {
  const name = new Intl.DisplayNames([tag], { type: 'language' }).of(tag) ?? tag;
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}
