//! The schedule of the computer: it searches for a move when it is its turn, and for the evaluation bar when it is not.
//! For use in the component that shows the table.
import { onChange } from '../../base/onChange.svelte';
import { settings } from '../../base/settings.svelte';
import type { Computer } from './computer.svelte';

/** Lets the computer play moves and evaluate positions while the calling component is mounted. */
export function scheduleEngine(computer: Computer): void {
  const { table } = computer;
  onChange(
    () => [table.head, table.mover, computer.attempts],
    () => {
      if (table.mover?.kind !== 'computer') return undefined;
      const leaving = new AbortController();
      void computer.move(table.mover.level, leaving.signal);
      return () => {
        leaving.abort();
        computer.stopThinking();
      };
    },
  );
  onChange(
    () => [table.tree.snapshot, table.mover, settings.evaluationBar, table.hasOfferedDraw(table.head.turn)],
    () => {
      // An evaluation would replace the search for the answer to an offer.
      const isBusy = table.mover?.kind === 'computer' || table.hasOfferedDraw(table.head.turn);
      if (!settings.evaluationBar || isBusy) return undefined;
      const leaving = new AbortController();
      void computer.evaluate(leaving.signal);
      return () => leaving.abort();
    },
  );
}
