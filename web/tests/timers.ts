//! Pages with other timers: without polls, with notices that stay, or with a slow engine.
import type { Page } from '@playwright/test';

/**
 * Stops everything that a page repeats at intervals of `leastMs` milliseconds or more, so that a test proves that updates
 * arrive over the connection. Call it before the page opens.
 */
export async function withoutPolls(page: Page, leastMs = 10_000): Promise<void> {
  await page.addInitScript((least) => {
    const repeat = window.setInterval.bind(window);
    window.setInterval = ((run: TimerHandler, ms = 0) =>
      ms >= least ? 0 : repeat(run, ms)) as typeof window.setInterval;
  }, leastMs);
}

/** The shortest time for which a notice is shown. */
const NOTICE_MS = 4000;

/** Keeps notices on the screen, because a test on a busy machine may look too late. Call it before the page opens. */
export async function withLastingNotices(page: Page): Promise<void> {
  await page.addInitScript((least) => {
    const later = window.setTimeout.bind(window);
    window.setTimeout = ((run: TimerHandler, ms = 0) =>
      later(run, ms >= least ? 600_000 : ms)) as typeof window.setTimeout;
  }, NOTICE_MS);
}

/**
 * Delays the messages to workers, so that the computer takes longer than a busy machine needs for some clicks. Call it
 * before the page opens.
 */
export async function withSlowWorkers(page: Page, delayMs: number): Promise<void> {
  await page.addInitScript((delay) => {
    const post = Reflect.get(Worker.prototype, 'postMessage') as (...sent: unknown[]) => void;
    Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
      setTimeout(() => post.apply(this, sent), delay);
    };
  }, delayMs);
}
