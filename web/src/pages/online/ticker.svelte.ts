//! The server's time as reactive state, updated regularly. For use in components.
import { connection } from '../../live/live.svelte';

const TICK_MS = 100;

export class Ticker {
  now = $state(connection().now());

  /** Updates only while `isNeeded` returns true. */
  constructor(isNeeded: () => boolean) {
    $effect(() => {
      if (!isNeeded()) return;
      const tick = (): void => void (this.now = connection().now());
      tick();
      const timer = setInterval(tick, TICK_MS);
      document.addEventListener('visibilitychange', tick);
      return () => {
        clearInterval(timer);
        document.removeEventListener('visibilitychange', tick);
      };
    });
  }
}
