//! Tests of a first visit: without a service worker, and with files that are slow or missing.
import { expect, open, test, worksOffline } from './fixtures';

test.describe('on the first visit', () => {
  test.use({ visit: 'first' });

  test('home needs no rules; a page that does says if they are missing, and finds them later', async ({
    page,
    consoleErrors,
  }) => {
    await page.route('**/rules_bg*.wasm', (route) => route.abort());
    await open(page, '/');
    const play = page
      .locator('article')
      .first()
      .getByRole('link', { name: /^Play ?:/ });
    await play.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules could not start');
    await page.unroute('**/rules_bg*.wasm');
    await page.goBack();
    await play.click();
    await expect(page.locator('[data-square]').first()).toBeVisible();
    expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
  });

  for (const address of ['/play/chess', '/analyze/forcefield'])
    test(`${address} shows heading and board before any code of the game has come`, async ({ page }) => {
      await page.route(/\/assets\/(game|Analyze|rules|rules_bg)-[^/]+$/, () => undefined);
      // Style sheets requested before the load event would delay it forever.
      await page.goto(address, { waitUntil: 'commit' });
      await expect(page.locator('main h1')).toBeVisible();
      await expect(page.locator('main svg image')).toHaveCount(32);
    });

  test('a game can be set up after few requests', async ({ page }) => {
    let requests = 0;
    page.on('request', () => (requests += 1));
    await page.goto('/play/forcefield');
    await expect(page.locator('main [data-square]').first()).toBeVisible();
    expect(requests).toBeLessThanOrEqual(45);
  });

  test('the rules are on their way before the code of the page has come', async ({ page }) => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/assets/shell-*.js', async (route) => {
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest('**/rules_bg*.wasm');
    await Promise.all([asked, page.goto('/play/forcefield', { waitUntil: 'commit' })]);
    arrive();
    await expect(page.locator('main [data-square]').first()).toBeVisible();
  });

  test('a page that waits for the rules says which game it is about', async ({ page }) => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route('**/rules_bg*.wasm', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/play/chess');
    await expect(page.locator('main')).toContainText('Chess');
    await expect(page.locator('main [aria-busy="true"]')).toBeVisible();
    arrive();
    await expect(page.locator('main h1')).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
  });

  test('a page takes the focus when it is there, but not from what was opened meanwhile', async ({
    page,
  }) => {
    await open(page, '/');
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/\/assets\/About-.*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: 'About' }).click();
    await page.keyboard.press('Shift+Tab');
    const focused = await page.evaluateHandle(() => document.activeElement);
    arrive();
    await expect(page.locator('main h1')).toHaveText('About');
    expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByRole('link', { name: 'Faraday', exact: true }).first().click();
    await expect(page.locator('main')).toBeFocused();
  });

  test('a page that cannot be fetched says so, and the way back works', async ({ page, consoleErrors }) => {
    await open(page, '/');
    await page.route(/\/assets\/About-.*\.js/, (route) => route.abort());
    await page.getByRole('link', { name: 'About' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
    await page.getByRole('link', { name: 'Home page' }).click();
    await expect(page.locator('article').first()).toBeVisible();
    expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
  });

  test('an engine that cannot have its network says so, and plays', async ({ page, consoleErrors }) => {
    await page.route('**/*.nnue', (route) => route.abort());
    await open(page, '/play/chess');
    await page.getByRole('radio', { name: '1', exact: true }).check();
    await page.getByRole('radio', { name: 'Black' }).check();
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect(page.locator('.notice')).toContainText('could not load its network for this game');
    await expect(
      page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button'),
    ).toHaveCount(1);
    expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
  });

  test('the page starts without the network from then on, on every address, and stays isolated', async ({
    page,
    context,
    consoleErrors,
  }) => {
    await open(page, '/');
    await worksOffline(page);
    const engines = await page.evaluate(async () => {
      const opened = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      const kept = await Promise.all(opened.map((cache) => cache.keys()));
      return kept.flat().flatMap(({ url }) => /\/(engine\w*_bg)-[^/]*\.wasm$/.exec(url)?.[1] ?? []);
    });
    expect(engines).toEqual(['engine_threads_bg']);
    await context.setOffline(true);
    for (const address of ['/', '/about', '/?from=home']) {
      await open(page, address);
      expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
    }
    await expect(page.getByText('Offline')).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([]);
  });
});
