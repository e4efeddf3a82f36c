//! Stores a local game in progress and runs its clocks. For use in the component that shows it.
import { untrack } from 'svelte';

import { onChange } from '../../base/onChange.svelte';
import { onStoredElsewhere } from '../../base/storage';
import { isStored, namesOf, storeGame } from './stored';
import type { Table } from './table.svelte';

/** The interval of storing a game with running clocks; a crash loses at most this much. */
const STORE_MS = 5000;
/** The interval of clock updates. */
const TICK_MS = 100;

/**
 * Stores a game after every move, regularly while its clocks run, and when the page is hidden. An unchanged game is not
 * stored again, nor is one that another tab continues; in that case `onElsewhere` is called.
 */
export function storeContinuously(table: Table, onElsewhere: () => void): void {
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
      // After a reload, the event of this tab's own last write may arrive late.
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

/** The current time for the clocks. Ends the game when a clock runs out. */
export class GameTicker {
  now = $state(performance.now());

  constructor(table: Table) {
    const tick = (): void => {
      this.now = performance.now();
      table.fall(this.now);
    };
    $effect(() => {
      if (!table.clock?.running) return;
      untrack(tick);
      const timer = setInterval(tick, TICK_MS);
      document.addEventListener('visibilitychange', tick);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', tick);
      };
    });
  }
}
