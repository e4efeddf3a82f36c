//! Keeps a game in the store while it is played, and its clocks in step with time. For the component that shows it.
import { untrack } from 'svelte';

import { onChange } from '../../base/onChange.svelte';
import { onStoredElsewhere } from '../../base/storage';
import { isStored, namesOf, storeGame } from './stored';
import type { Table } from './table.svelte';

/** How often a game with running clocks is stored, so that even a crash costs no more. */
const STORE_MS = 5000;
/** How often the clocks are looked at. */
const LOOK_MS = 100;

/** Stores a game with every move, and while its clocks run: also when the page goes out of sight. A game that nothing
 *  happens to is not stored again, and none that goes on in another tab, of which the caller hears. */
export function keepStored(table: Table, onElsewhere: () => void): void {
  let isElsewhere = false;
  const save = (): undefined => {
    if (isElsewhere) return;
    storeGame(table.variant.id, table.toStored(performance.now()), table.verdict !== undefined);
  };
  const saveTimes = (): void => {
    if (table.clock?.running) save();
  };
  $effect(() =>
    onStoredElsewhere(namesOf(table.variant.id), () => {
      // What this tab stored last before it was reloaded may be told only now.
      if (isStored(table.variant.id, table.toStored(performance.now()))) return;
      isElsewhere = true;
      onElsewhere();
    }),
  );
  let isKept = isStored(table.variant.id, table.toStored(performance.now()));
  onChange(
    () => [table.head, table.clock, table.verdict, table.tree.headers],
    () => {
      if (!isKept) save();
      isKept = false;
    },
  );
  $effect(() => {
    if (!table.clock?.running) return;
    const timer = setInterval(save, STORE_MS);
    return () => clearInterval(timer);
  });
  $effect(() => {
    const onHide = (): void => {
      if (document.visibilityState === 'hidden') saveTimes();
    };
    document.addEventListener('visibilitychange', onHide);
    window.addEventListener('pagehide', saveTimes);
    return () => {
      document.removeEventListener('visibilitychange', onHide);
      window.removeEventListener('pagehide', saveTimes);
      saveTimes();
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
