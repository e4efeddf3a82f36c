//! The browser of the tests, its pages, and what holds for all of them.
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test as base, type BrowserContext, type Page } from '@playwright/test';

/** Whether the browser has been here before. If so, it has the files of the page, compiled, and its service worker answers:
 *  most visits are like that. A test of the first visit, or one that stands between page and server, needs a new one. */
type Visit = 'again' | 'first';

/** Leaves a page behind without a trace: it stores nothing when it is closed, and nothing that it stored stays. */
async function leave(page: Page): Promise<void> {
  if (page.url().startsWith('http'))
    await page.evaluate(() => {
      Storage.prototype.clear.call(localStorage);
      Storage.prototype.clear.call(sessionStorage);
      Storage.prototype.setItem = () => undefined;
    });
  await page.close();
}

interface Own {
  visit: Visit;
  /** What the console has said of errors: a test fails on any that it does not take out. */
  consoleErrors: string[];
}

export const test = base.extend<Own, { known: Map<string, BrowserContext> }>({
  visit: ['again', { option: true }],

  known: [
    async ({ browser }, use) => {
      await use(new Map());
      for (const context of browser.contexts()) await context.close();
    },
    { scope: 'worker' },
  ],

  context: async ({ browser, visit, known, hasTouch, isMobile, locale, baseURL }, use) => {
    if (visit === 'first') {
      const context = await browser.newContext();
      await use(context);
      await context.close();
      return;
    }
    const device = JSON.stringify([hasTouch, isMobile, locale, baseURL]);
    const context = known.get(device) ?? (await browser.newContext());
    known.set(device, context);
    await use(context);
    await Promise.all(context.pages().map(leave));
    await context.clearPermissions();
  },

  page: async ({ context, viewport, colorScheme, reducedMotion }, use) => {
    const page = await context.newPage();
    await page.emulateMedia({ colorScheme, reducedMotion });
    if (viewport) await page.setViewportSize(viewport);
    await use(page);
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

/** Opens an address that leads nowhere: its page comes with status 404, which the console notes. */
export async function openNowhere(page: Page, address: string, consoleErrors: string[]): Promise<void> {
  await open(page, address);
  const others = consoleErrors.filter((error) => !error.includes('status of 404'));
  consoleErrors.splice(0, consoleErrors.length, ...others);
}

/** Goes on to another address without a reload, as a link leads there, and waits for its page if that is another one. */
export async function goOn(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    const isOther = new URL(to, location.href).pathname !== location.pathname;
    if (isOther) document.querySelector('main h1')?.setAttribute('data-left', '');
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, address);
  await expect(page.locator('main h1:not([data-left])')).toBeVisible();
  await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
}

/** Waits until the page starts without the network. */
export async function activated(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise((done) => active?.addEventListener('statechange', done));
  });
}

/** What axe looks at by default that has to do with colors. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** Expects that axe has nothing to say, in either theme. The themes differ in colors alone, so the second look is at these. */
export async function expectAccessible(page: Page): Promise<void> {
  await show(page, 'light');
  expect(await faults(axe(page))).toEqual([]);
  await show(page, 'dark');
  expect(await faults(axe(page).withRules(COLOR_RULES))).toEqual([]);
}

/** Shows the page in a theme, at its end of every transition. */
async function show(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
    await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
  });
}

/** Axe, which looks at everything, but describes in full only what is wrong. */
const axe = (page: Page) => new AxeBuilder({ page }).options({ resultTypes: ['violations'] });

async function faults(builder: AxeBuilder): Promise<string[]> {
  // The page has no frames of other origins, for which axe would open a page of its own.
  const { violations } = await builder.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}
