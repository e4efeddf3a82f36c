//! The variants in the visitor's language.
import { catalog, languages, loadRules, type Variant } from '../lib/rules';
import { language } from './messages.svelte';
import { readStored, store } from './storage';

export interface Family {
  readonly id: string;
  /** The game itself. */
  readonly main: Variant;
  /** The same game with options. */
  readonly options: readonly Variant[];
}

type Phase = { kind: 'loading' } | { kind: 'ready' } | { kind: 'failed'; error: unknown };

let reached: Phase = $state.raw({ kind: 'loading' });

/** How far the rules have come. Nothing below may be asked before they are ready. */
export const phase = (): Phase => reached;

/** Loads the rules. Called once, by the shell. */
export async function startRules(): Promise<void> {
  try {
    await loadRules();
    reached = { kind: 'ready' };
  } catch (error) {
    reached = { kind: 'failed', error };
  }
}

/** The language of the rules that comes nearest to the visitor's. */
export const rulesLanguage = (): string => (languages().includes(language()) ? language() : 'en');

const list = $derived(catalog(rulesLanguage()));

/** Every variant. */
export const variants = (): readonly Variant[] => list;

/** The variant of an id. */
export const variantOf = (id: string): Variant | undefined => list.find((variant) => variant.id === id);

/** The games, each with its options. Those that have a force to show lead. */
export function families(): Family[] {
  const ids = [...new Set(list.map((variant) => variant.family))];
  const all = ids.flatMap((id) => {
    const [main, ...options] = list.filter((variant) => variant.family === id);
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
