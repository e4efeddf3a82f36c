//! The variants in the visitor's language, packed at build time.
import catalogs from 'virtual:catalogs';

import type { Variant } from '../lib/rules';
import { FALLBACK, rulesLanguageFor } from './languages';
import { readStored, store } from './storage';

export interface Family {
  readonly id: string;
  readonly main: Variant;
  /** The same variant with options. */
  readonly options: readonly Variant[];
}

let used: { language: string; list: readonly Variant[] } = $state.raw({ language: FALLBACK, list: [] });

/** Loads the catalog in the closest available language. Returns a function that puts it to use everywhere. */
export async function loadCatalog(wanted: string): Promise<() => void> {
  const language = rulesLanguageFor(wanted);
  const load = catalogs[language];
  if (!load) throw new Error(`there is no catalog in ${language}`);
  const { default: list } = await load();
  return () => {
    used = { language, list };
  };
}

/** Returns the language of the rules that is closest to the visitor's. */
export const rulesLanguage = (): string => used.language;

/** Returns all variants in the order of the catalog. */
export const variants = (): readonly Variant[] => used.list;

/** Returns the variant with an id. */
export const variantOf = (id: string): Variant | undefined => used.list.find((variant) => variant.id === id);

/** Returns the main variants, each with its options. Those that have a force to show come first. */
export function families(): Family[] {
  const ids = [...new Set(used.list.map((variant) => variant.family))];
  const all = ids.flatMap((id) => {
    const [main, ...options] = used.list.filter((variant) => variant.family === id);
    return main ? [{ id, main, options }] : [];
  });
  const hasForce = ({ main }: Family): boolean => main.overlays.length > 0;
  return [...all.filter(hasForce), ...all.filter((family) => !hasForce(family))];
}

let last = $state(readStored('variant', (value) => (typeof value === 'string' ? value : undefined)));

/** Returns the variant that the visitor used last, or the first one. */
export const lastVariant = (): Variant | undefined => variantOf(last ?? '') ?? families()[0]?.main;

/** Remembers the variant that the visitor is using. */
export function rememberVariant(id: string): void {
  if (id === last) return;
  last = id;
  store('variant', id);
}
