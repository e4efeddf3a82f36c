//! Tests of the app around its pages: home, navigation, settings, and offline use.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { expect, expectAccessible, navigate, open, openNowhere, test } from './fixtures';
import { withLastingNotices } from './timers';

test('home shows every game of the catalog, and leads to each', async ({ page }) => {
  await open(page, '/');
  const cards = page.locator('article');
  await expect(cards.first()).toBeVisible();
  const games = await page.getByRole('combobox', { name: 'Game' }).locator('option').count();
  expect(await cards.count()).toBeGreaterThan(4);
  expect(games).toBeGreaterThan(await cards.count());
  const name = await cards.first().getByRole('heading').innerText();
  await cards.first().getByRole('link', { name: 'Learn' }).click();
  await expect(page).toHaveURL(/\/learn\/\w+\/lesson\/1$/);
  await expect(page).toHaveTitle(`Lesson 1 · Learn · ${name} · Faraday`);
  await expect(page.locator('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveTitle('Faraday – Chess variants with fields, pulses, and energy');
});

test('without JavaScript what is needed is said in view', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto('/');
  // Text matchers ignore this element.
  await expect.poll(() => page.locator('body').innerText()).toContain('needs JavaScript');
  await expect(page.locator('noscript')).toBeInViewport({ ratio: 1 });
  await context.close();
});

test('home leads to the first lesson that is not learned, and to the computer', async ({ page }) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await open(page, '/');
  const name = page.locator('article h3').first();
  await expect(name).toBeInViewport({ ratio: 1 });
  await page.getByRole('link', { name: 'Learn in two minutes' }).click();
  await expect(page).toHaveURL(/\/learn\/forcefield\/lesson\/1$/);
  await page.goBack();
  await page.getByRole('link', { name: 'Play the computer' }).click();
  await expect(page).toHaveURL('/play/forcefield');
  await page.goBack();
  await page
    .getByRole('link', { name: /^Rules ?:/ })
    .first()
    .click();
  await expect(page).toHaveURL('/learn/forcefield');
});

test('the pictures of home move while they are seen, and stand still for those who want that', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await open(page, '/');
  const scenes = page.locator('article .scene');
  await expect(scenes.first()).toHaveAttribute('data-frame', '1');
  // The last card is below the bottom of the window.
  await expect(page.locator('article').last().locator('.scene[data-frame="1"]')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pause animations' }).click();
  const shown = await scenes.first().getAttribute('data-frame');
  await page.waitForTimeout(3500);
  await expect(scenes.first()).toHaveAttribute('data-frame', shown ?? '');
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(scenes.first()).toBeVisible();
  await page.waitForTimeout(2500);
  await expect(scenes.first()).toHaveAttribute('data-frame', '0');
});

test('every area is in the header at every size, and the current one is marked', async ({ page }) => {
  await open(page, '/puzzles/chess');
  for (const [width, height] of [
    [1366, 768],
    [844, 390],
    [390, 844],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height });
    const nav = page.getByRole('navigation', { name: 'Games', exact: true });
    for (const area of ['Play', 'Analyze', 'Learn', 'Puzzles'])
      await expect(nav.getByRole('link', { name: area, exact: true }), `${area} at ${width}`).toBeInViewport({
        ratio: 1,
      });
    await expect(nav.locator('[aria-current]')).toHaveText('Puzzles');
    await expect(page.getByRole('combobox', { name: 'Game' })).toBeInViewport({ ratio: 1 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `at ${width}`).toBeLessThanOrEqual(0);
  }
});

test('About leads to the licenses of everything', async ({ page }) => {
  await open(page, '/about');
  await page.getByRole('link', { name: 'All licenses and notices' }).click();
  await expect(page).toHaveURL(/\/licenses$/);
  await expect(page).toHaveTitle('Licenses and notices · Faraday');
  const texts = page.locator('pre');
  await expect(texts).toContainText('GNU GENERAL PUBLIC LICENSE');
  await expect(texts).toContainText(/^npm +three /m);
  await expect(texts).toContainText('Permission is hereby granted');
});

test('home, what lies beside the games, and the dialogs are accessible', async ({ page, consoleErrors }) => {
  // Axe checks six pages, each in two themes.
  await open(page, '/');
  await expectAccessible(page);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  // So low that the help has to scroll.
  await page.setViewportSize({ width: 1280, height: 240 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Settings' }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  for (const address of ['/about', '/licenses']) {
    await navigate(page, address);
    await expectAccessible(page);
  }
  await openNowhere(page, '/nowhere', consoleErrors);
  await expectAccessible(page);
});

for (const language of ['en', 'de']) {
  test(`in the language ${language} nothing is cut off at any width`, async ({ page }) => {
    await page.addInitScript(
      (tag) => localStorage.setItem('faraday.settings', `{"language":"${tag}"}`),
      language,
    );
    for (const address of ['/', '/about']) {
      await open(page, address);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const width of [320, 360, 390, 768, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(over, `${address} at ${width}`).toBeLessThanOrEqual(0);
        const room = await page
          .locator('article .ways a')
          .evaluateAll((ways) =>
            ways.map(
              (way) =>
                (way.closest('article')?.getBoundingClientRect().right ?? 0) -
                way.getBoundingClientRect().right,
            ),
          );
        for (const left of room) expect(left, `${address} at ${width}`).toBeGreaterThan(0);
      }
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
  await withLastingNotices(page);
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
  await expect(page.locator('.notice')).toContainText('not saving data');
  await expect(page.locator('html')).toHaveAttribute('data-board', 'moss');
});

test('a browser without WebAssembly is told what is needed', async ({ page, consoleErrors }) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'WebAssembly'));
  await open(page, '/');
  const game = page.locator('article').first();
  await game.getByRole('link', { name: /^Play ?:/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The rules could not start');
  await expect(page.getByRole('alert')).toContainText('this browser does not support');
  expect(consoleErrors).toEqual([]);
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

test('an error that nobody caught is shown with a way on', async ({ page, consoleErrors }) => {
  await open(page, '/');
  await page.evaluate(() => {
    setTimeout(() => {
      throw new Error('a test of errors');
    });
  });
  await expect(page.locator('.notice.error')).toContainText('A test of errors.');
  await expect(page.locator('[data-announce="assertive"]')).toContainText('A test of errors.');
  await page.locator('.notice.error').getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.locator('.notice')).toHaveCount(0);
  expect(consoleErrors.splice(0)).toEqual(['a test of errors']);
});

test('the skip link leads past the header', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('main')).toBeFocused();
});

test('a page is where it was left, on the way back and on the way forth', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 400 });
  await open(page, '/learn/forcefield');
  await page.evaluate(() => window.scrollTo(0, 700));
  await page.evaluate(() => document.querySelector<HTMLAnchorElement>('header a.home')?.click());
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.evaluate(() => window.scrollTo(0, 300));
  await page.goBack();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(700);
  await page.goForward();
  await expect(page).toHaveURL('/');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(300);
});

test('the networks of the page are those beside the rules', async ({ request }) => {
  const hash = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');
  const page = await (await request.get('/serviceWorker.js')).text();
  const files = page.match(/\/assets\/[\w-]+\.nnue/g) ?? [];
  const served = await Promise.all(files.map(async (file) => hash(await (await request.get(file)).body())));
  const rules = new URL('../../crates/variants/src/', import.meta.url);
  const networks = readdirSync(rules, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.nnue'))
    .map((file) => hash(readFileSync(new URL(file, rules))));
  expect(networks.length).toBeGreaterThan(0);
  expect(served.sort()).toEqual(networks.sort());
});

test('a link to the page is shown with a picture', async ({ page, request }) => {
  await open(page, '/');
  const told = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  expect(await told('og:title')).toContain('Faraday');
  const picture = await request.get((await told('og:image')) ?? '');
  expect(picture.headers()['content-type']).toBe('image/png');
});
