//! Keeps a game in the store while it is played, and its clocks in step with time. For the component that shows it.
import { untrack } from 'svelte';

import { storeGame } from './stored';
import type { Table } from './table.svelte';

/** How often a game with running clocks is stored, so that even a crash costs no more. */
const STORE_MS = 5000;
/** How often the clocks are looked at. */
const LOOK_MS = 100;

/** Acts now, and whenever what is read changes. What the act answers is done before the next one. */
export function onChange(read: () => unknown, act: () => undefined | (() => void)): void {
  $effect(() => {
    read();
    return untrack(act);
  });
}

/** Stores a game with every move, and when the page goes out of sight. */
export function keepStored(table: Table): void {
  const save = (): undefined => {
    storeGame(table.variant.id, table.toStored(performance.now()), table.verdict !== undefined);
  };
  onChange(() => [table.head, table.clock, table.verdict, table.tree.headers], save);
  $effect(() => {
    if (!table.clock?.running) return;
    const timer = setInterval(save, STORE_MS);
    return () => clearInterval(timer);
  });
  $effect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', save);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', save);
      save();
    };
  });
}

/** The time by which the clocks are read. Ends the game when one of them is up. */
export class Watch {
  now = $state(performance.now());

  constructor(table: Table) {
    const look = (): void => {
      this.now = performance.now();
      table.fall(this.now);
    };
    $effect(() => {
      if (!table.clock?.running) return;
      untrack(look);
      const timer = setInterval(look, LOOK_MS);
      document.addEventListener('visibilitychange', look);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
      };
    });
  }
}
