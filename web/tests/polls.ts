//! Pages that do not poll, so that a test proves that their news comes by the connection.
import type { Page } from '@playwright/test';

/** Keeps a page from repeating anything at intervals of `leastMs` milliseconds or more. To be called before it opens. */
export async function withoutPolls(page: Page, leastMs = 10_000): Promise<void> {
  await page.addInitScript((least) => {
    const repeat = window.setInterval.bind(window);
    window.setInterval = ((run: TimerHandler, ms = 0) =>
      ms >= least ? 0 : repeat(run, ms)) as typeof window.setInterval;
  }, leastMs);
}
