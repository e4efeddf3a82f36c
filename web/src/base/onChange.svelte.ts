//! Effects whose causes are named.
import { untrack } from 'svelte';

/** Acts now, and whenever what is read changes. What the act answers is done before the next one. */
export function onChange(read: () => unknown, act: () => undefined | (() => void)): void {
  $effect(() => {
    read();
    return untrack(act);
  });
}
