//! Svelte effects with explicit dependencies.
import { untrack } from 'svelte';

/**
 * Calls `act` now and whenever a value read by `read` changes. Its return value is the cleanup before the next call.
 */
export function onChange(read: () => unknown, act: () => undefined | (() => void)): void {
  $effect(() => {
    read();
    return untrack(act);
  });
}
