//! The state of the compact header, which leaves its space to a game.
import { untrack } from 'svelte';

/** The number of components that request it. */
let count = $state(0);

export const isCompact = (): boolean => count > 0;

/** Requests a compact header while the calling component is mounted. */
export function requestCompactHeader(): void {
  $effect.pre(() => {
    untrack(() => (count += 1));
    return () => (count -= 1);
  });
}
