//! The server time as reactive state. For components.
import { connection } from '../../live/live.svelte';

const LOOK_MS = 100;

export class Ticker {
  now = $state(connection().now());

  /** Updates only while `isNeeded` returns true. */
  constructor(isNeeded: () => boolean) {
    $effect(() => {
      if (!isNeeded()) return;
      const look = (): void => void (this.now = connection().now());
      look();
      const timer = setInterval(look, LOOK_MS);
      document.addEventListener('visibilitychange', look);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', look);
      };
    });
  }
}
