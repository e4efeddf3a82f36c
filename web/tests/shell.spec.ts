import { expect, expectAccessible, open, test } from './watched';

test('home shows every game of the catalog, and leads to each', async ({ page }) => {
  await open(page, '/');
  const cards = page.locator('article');
  await expect(cards.first()).toBeVisible();
  const games = await page.getByRole('combobox', { name: 'Game' }).locator('option').count();
  expect(await cards.count()).toBeGreaterThan(4);
  expect(games).toBeGreaterThan(await cards.count());
  const name = await cards.first().getByRole('heading').innerText();
  await cards.first().getByRole('link', { name: 'Learn' }).click();
  await expect(page).toHaveURL(/\/learn\//);
  await expect(page).toHaveTitle(`Learn · ${name} · Faraday`);
  await expect(page.locator('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle('Games · Faraday');
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const address of ['/', '/about', '/nowhere']) {
      test(`${address} is accessible`, async ({ page }) => {
        await open(page, address);
        await expectAccessible(page);
      });
    }

    test('the dialogs are accessible', async ({ page }) => {
      await open(page, '/');
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog', { name: 'Keyboard help' })).toBeVisible();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Settings' }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

for (const width of [320, 375, 768, 1280]) {
  test(`nothing is cut off at a width of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['/', '/about']) {
      await open(page, address);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
      ).toBeLessThanOrEqual(0);
    }
  });
}

test('settings take effect, and are there after a reload', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Dark' }).check();
  await page.getByRole('radio', { name: 'Copper' }).check();
  await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
  await expect(page.getByRole('dialog', { name: 'Einstellungen' })).toBeVisible();
  await page.getByRole('button', { name: 'Fertig' }).click();
  await page.reload();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('lang', 'de');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await expect(root).toHaveAttribute('data-board', 'copper');
  await expect(page.getByRole('link', { name: 'Spielen', exact: true })).toBeVisible();
});

test('broken settings are as good as none', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"theme":'));
  await open(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'slate');
});

test('a full store is told once, and the page goes on', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await open(page, '/');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('radio', { name: 'Moss' }).check();
  await page.getByRole('radio', { name: 'Light' }).check();
  await expect(page.locator('.notice')).toHaveCount(1);
  await expect(page.locator('.notice')).toContainText('stores nothing');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'moss');
});

test('an address that leads nowhere says so, and shows the way', async ({ page }) => {
  for (const address of ['/nowhere', '/play/nothing']) {
    await open(page, address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('There is nothing here');
    await page.getByRole('link', { name: 'To the games' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('a browser without WebAssembly is told what is needed', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await open(page, '/');
  await page.locator('article').first().getByRole('link', { name: 'Play' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules could not be started');
  await expect(page.getByRole('alert')).toContainText('this browser has none');
  expect(consoleErrors).toEqual([]);
});

test('home needs no rules; a page that does says if they are missing, and finds them later', async ({
  page,
  consoleErrors,
}) => {
  await page.route('**/rules_bg*.wasm', (route) => route.abort());
  await open(page, '/');
  const play = page.locator('article').first().getByRole('link', { name: 'Play' });
  await play.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules could not be started');
  await page.unroute('**/rules_bg*.wasm');
  await page.goBack();
  await play.click();
  await expect(page.locator('[data-square]').first()).toBeVisible();
  expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
});

test('a chosen theme is in force whatever the system says, and paper is bright', async ({ page }) => {
  const colors = () =>
    page.evaluate(() => [
      getComputedStyle(document.body).color,
      getComputedStyle(document.body).backgroundColor,
    ]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page, '/');
  const dark = await colors();
  await page.emulateMedia({ colorScheme: 'light' });
  const bright = await colors();
  expect(bright).not.toEqual(dark);
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"theme":"dark"}'));
  await page.reload();
  await expect(page.locator('main h1')).toBeVisible();
  expect(await colors()).toEqual(dark);
  await page.emulateMedia({ media: 'print' });
  expect((await colors())[0]).toBe(bright[0]);
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

test('a page that cannot be fetched says so, and the way back works', async ({ page, consoleErrors }) => {
  await open(page, '/');
  await page.route(/\/assets\/About-.*\.js/, (route) => route.abort());
  await page.getByRole('link', { name: 'About' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Something went wrong');
  await page.getByRole('link', { name: 'To the games' }).click();
  await expect(page.locator('article').first()).toBeVisible();
  expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
});

test('an error that nobody caught is shown with a way on', async ({ page, consoleErrors }) => {
  await open(page, '/');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a test of errors');
    });
  });
  await expect(page.locator('.notice.error')).toContainText('a test of errors');
  await expect(page.locator('[data-announce="assertive"]')).toContainText('a test of errors');
  await page.locator('.notice.error').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.notice')).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual(['a test of errors']);
});

test('the skip link leads past the header', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test.describe('without the network', () => {
  test('the page starts, on every address, and stays isolated', async ({ page, context, consoleErrors }) => {
    await open(page, '/');
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      if (active?.state === 'activated') return;
      await new Promise((done) => active?.addEventListener('statechange', done));
    });
    await context.setOffline(true);
    for (const address of ['/', '/about', '/?from=home']) {
      await open(page, address);
      expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(true);
    }
    await expect(page.getByText('Offline')).toBeVisible();
    expect(consoleErrors.splice(0)).toEqual([]);
  });
});
