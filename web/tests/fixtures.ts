//! Playwright fixtures: the browser, its pages, and the checks common to all tests.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

import { CONTENT } from '../build/failures';

/**
 * The state of the browser. After an earlier visit, as in most cases, it has the files of the app compiled, and its
 * service worker responds. A test of the first visit, or one that intercepts requests, needs a new one.
 */
type VisitKind = 'again' | 'first';

/** Closes a page without letting it store anything. */
async function leave(page: Page): Promise<void> {
  if (page.url().startsWith('http'))
    await page.evaluate(() => {
      Storage.prototype.setItem = () => undefined;
    });
  await page.close();
}

/** Clears the local storage of earlier tests, before the page opens. */
async function clearStorage(page: Page, address: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { origin } = new URL(address);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' });
  await session.detach();
}

interface Fixtures {
  visit: VisitKind;
  /** The errors in the console: a test fails on any that it does not remove. */
  consoleErrors: string[];
}

export const test = base.extend<Fixtures, { contexts: Map<string, BrowserContext> }>({
  visit: ['again', { option: true }],

  contexts: [
    async ({ browser }, use) => {
      await use(new Map());
      for (const context of browser.contexts()) await context.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ browser, visit, contexts, hasTouch, isMobile, locale, baseURL }, use) => {
    if (visit === 'first') {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    const device = JSON.stringify([hasTouch, isMobile, locale, baseURL]);
    const context = contexts.get(device) ?? (await browser.newContext());
    contexts.set(device, context);
    await use(context);
    await Promise.all(context.pages().map(leave));
    await context.clearPermissions();
  },

  page: async ({ context, viewport, colorScheme, reducedMotion, baseURL }, use, info) => {
    const page = await context.newPage();
    if (baseURL !== undefined) await clearStorage(page, baseURL);
    await page.emulateMedia({ colorScheme, reducedMotion });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
    if (info.status !== info.expectedStatus) {
      const content = await page
        .locator('main')
        .ariaSnapshot({ timeout: 5000 })
        .catch((error: unknown) => String(error));
      await info.attach(CONTENT, { body: content, contentType: 'text/plain' });
    }
  },

  consoleErrors: [
    async ({ page }, use) => {
      const errors: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'error') errors.push(message.text());
      });
      page.on('pageerror', (error) => errors.push(error.message));
      await use(errors);
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Opens an address and waits for its page. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main h1')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Opens an unknown address: its page comes with status 404, which the console logs. */
export async function openNowhere(page: Page, address: string, consoleErrors: string[]): Promise<void> {
  await open(page, address);
  const others = consoleErrors.filter((error) => !error.includes('status of 404'));
  consoleErrors.splice(0, consoleErrors.length, ...others);
}

/** Navigates to another address without a reload, like a link, and waits for its page if that is a different one. */
export async function navigate(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const isOther = new URL(to, location.href).pathname !== location.pathname;
    if (isOther) document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Waits until the app works offline. */
export async function worksOffline(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((done) => active?.addEventListener('statechange', done));
  });
}

/** The axe rules about colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects no violations in either theme. The themes differ only in colors, so the second check is limited to those. */
export async function expectAccessible(page: Page): Promise<void> {
  await show(page, 'light');
  expect(await violations(axe(page))).toEqual([]);
  await show(page, 'dark');
  expect(await violations(axe(page).withRules(COLOR_RULES))).toEqual([]);
}

/** Switches the page to a theme and completes all transitions. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  // In a closed `details`, Chromium may never settle the `finished` of an animation that has ended.
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== 'running'),
  );
}

/** Axe checks everything but reports only violations in detail. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] });

async function violations(builder: AxeBuilder): Promise<string[]> {
  // The page has no cross-origin frames, for which axe would open a separate page.
  const { violations } = await builder.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
