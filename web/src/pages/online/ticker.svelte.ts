//! The server's time as a page sees it pass. For components.
import { connection } from '../../live/live.svelte';

/** How often a page looks at it. */
const LOOK_MS = 100;

export class Ticker {
  now = $state(connection().now());

  /** It is looked at while something waits for it. */
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
