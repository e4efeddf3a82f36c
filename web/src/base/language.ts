//! The language of the app: its texts and the catalog change together.
import { loadCatalog } from './catalog.svelte';
import { loadTexts } from './messages.svelte';

let latest: string | undefined;

/** Returns the language that was requested last. */
export const wantedLanguage = (): string | undefined => latest;

/** Loads a language and uses it everywhere, unless another one has been requested in the meantime. */
export async function speak(wanted: string): Promise<void> {
  latest = wanted;
  const changes = await Promise.all([loadTexts(wanted), loadCatalog(wanted)]);
  if (latest !== wanted) return;
  for (const use of changes) use();
}
