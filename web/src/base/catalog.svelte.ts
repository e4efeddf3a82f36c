//! The variants in the visitor's language, as the rules told them when the page was built.
import catalogs from 'virtual:catalogs';

import type { Variant } from '../lib/rules';
import { FALLBACK, rulesLanguageFor } from './languages';
import { readStored, store } from './storage';

export interface Family {
  readonly id: string;
  /** The game itself. */
  readonly main: Variant;
  /** The same game with options. */
  readonly options: readonly Variant[];
}

let used: { language: string; list: readonly Variant[] } = $state.raw({ language: FALLBACK, list: [] });

/** Loads the catalog in the language that comes nearest to a wanted one. Returns how to use it everywhere. */
export async function loadCatalog(wanted: string): Promise<() => void> {
  const language = rulesLanguageFor(wanted);
  const load = catalogs[language];
  if (!load) throw new Error(`there is no catalog in ${language}`);
  const { default: list } = await load();
  return () => {
    used = { language, list };
  };
}

/** The language of the rules that comes nearest to the visitor's. */
export const rulesLanguage = (): string => used.language;

/** Every variant. */
export const variants = (): readonly Variant[] => used.list;

/** The variant of an id. */
export const variantOf = (id: string): Variant | undefined => used.list.find((variant) => variant.id === id);

/** The games, each with its options. Those that have a force to show lead. */
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

/** The variant that the visitor had to do with last, else the first. */
export const lastVariant = (): Variant | undefined => variantOf(last ?? '') ?? families()[0]?.main;

/** Remembers the variant that the visitor has to do with. */
export function rememberVariant(id: string): void {
  if (id === last) return;
  last = id;
  store('variant', id);
}
