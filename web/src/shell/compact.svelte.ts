//! Whether a game on the page needs the room of the header.
import { untrack } from 'svelte';

/** The number of components that need it. */
let count = $state(0);

export const isCompact = (): boolean => count > 0;

/** Asks for the room for as long as the calling component is there. */
export function askForRoom(): void {
  $effect.pre(() => {
    untrack(() => (count += 1));
    return () => (count -= 1);
  });
}
