//! The language in which everything speaks: the texts of the page and the catalog change together.
import { loadCatalog } from './catalog.svelte';
import { loadTexts } from './messages.svelte';

let latest: string | undefined;

/** The language that was asked for last. */
export const wantedLanguage = (): string | undefined => latest;

/** Loads a language and uses it everywhere, unless another has been asked for meanwhile. */
export async function speak(wanted: string): Promise<void> {
  latest = wanted;
  const changes = await Promise.all([loadTexts(wanted), loadCatalog(wanted)]);
  if (latest !== wanted) return;
  for (const use of changes) use();
}
