//! The wait of a visitor who has aborted a game from the lobby.
import { http } from './http';

const TICK_MS = 10_000;

/**
 * Reports the remaining seconds until the visitor can seek the next game with a clock, now and while they pass; 0 at
 * the end, or if there is no wait. Returns a function that stops it.
 */
export function followWait(onwait: (seconds: number) => void): () => void {
  let isWanted = true;
  let ticking: ReturnType<typeof setInterval> | undefined;

  async function start(): Promise<void> {
    // If the wait is unknown, the server decides about the next seek.
    const { wait = 0 } = await http.lobby().catch(() => ({ wait: 0 }));
    if (!isWanted) return;
    const end = Date.now() + wait * 1000;
    const report = (): void => {
      const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
      if (left === 0) clearInterval(ticking);
      onwait(left);
    };
    ticking = setInterval(report, TICK_MS);
    report();
  }
  void start();
  return () => {
    isWanted = false;
    clearInterval(ticking);
  };
}
