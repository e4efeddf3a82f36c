//! Tests of every page: its width on a phone, accessibility, language, and use without a network.
import { showLayer } from './board';
import { rules, variants, catalog, present, languages } from './rules';
import { worksOffline, expect, expectAccessible, navigate, open, test } from './fixtures';

import type { Page } from '@playwright/test';

const addresses = [
  '/',
  '/learn',
  '/about',
  '/endgames',
  '/puzzles',
  '/inbox',
  '/lobby',
  '/settings/email',
  '/unsubscribe',
  '/sign-in',
  '/sign-up',
  ...variants.flatMap(({ id }) => [
    `/puzzles/${id}`,
    `/play/${id}`,
    `/friend/${id}`,
    `/analyze/${id}`,
    `/learn/${id}`,
    `/learn/${id}/lesson/1`,
  ]),
];
const [plain] = variants;
/** The variant that needs the most space. */
const large = present([...variants].sort((a, b) => b.levels - a.levels)[0]);
/** One page of each kind, and all kinds for the largest variant. */
const kinds = [
  '/',
  '/learn',
  '/about',
  '/endgames',
  '/inbox',
  '/lobby',
  '/settings/email',
  '/unsubscribe',
  '/sign-in',
  '/sign-up',
].concat(
  [present(plain), large].flatMap(({ id }) => [
    `/play/${id}`,
    `/friend/${id}`,
    `/analyze/${id}`,
    `/learn/${id}/lesson/1`,
  ]),
);

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function withSettings(page: Page, settings: Record<string, unknown>): Promise<void> {
  await page.addInitScript(
    (text) => localStorage.setItem('faraday.settings', text),
    JSON.stringify(settings),
  );
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });

  test('no page is wider than the screen', async ({ page }) => {
    await open(page, '/about');
    for (const address of addresses) {
      await navigate(page, address);
      expect(await overflow(page), address).toBeLessThanOrEqual(0);
    }
  });

  test('a game fits: the whole board is seen at once', async ({ page }) => {
    await open(page, '/');
    for (const { id, levels } of variants) {
      await navigate(page, `/play/${id}`);
      await page.getByRole('button', { name: 'Start the game' }).click();
      const boxes = await page
        .locator('main .board [data-square]')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
      expect(Math.min(...boxes.map(({ left }) => left))).toBeGreaterThanOrEqual(0);
      expect(Math.max(...boxes.map(({ right }) => right))).toBeLessThanOrEqual(375);
      const tall = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top));
      // Stacked levels may need more, so that their squares can be hit.
      if (levels === 1) expect(tall).toBeLessThanOrEqual(667);
      expect(await overflow(page), id).toBeLessThanOrEqual(0);
    }
  });
});

// Home and general pages are covered by shell.spec.ts, Learn by learn.spec.ts, and Play by play.spec.ts.
test('boards of all kinds are accessible, with their layers', async ({ page }) => {
  await open(page, `/play/${large.id}`);
  await expectAccessible(page);
  for (const variant of variants) {
    await navigate(page, `/analyze/${variant.id}`);
    for (const { name } of variant.overlays) await showLayer(page, name);
    await page.locator('main .board [data-square][tabindex="0"]').press('Enter');
    await expectAccessible(page);
  }
});

for (const language of languages()) {
  test(`the page speaks ${language}, and so do the rules`, async ({ page }) => {
    await withSettings(page, { language });
    await open(page, '/');
    for (const variant of catalog(language)) {
      await navigate(page, `/learn/${variant.id}`);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(variant.name);
      await expect(page.locator('main')).toContainText(variant.tagline.join(' '));
      const titles = rules(variant.id, language).map(({ id, title }) => `${id} ${title}`);
      const shown = await page
        .locator('article h3')
        .evaluateAll((all) => all.map((one) => one.textContent.trim().replace(/\s+/g, ' ')));
      for (const title of titles) expect(shown).toContain(title);
    }
  });
}

test('the whole page is in German where German is chosen', async ({ page }) => {
  await withSettings(page, { language: 'de' });
  for (const address of kinds) {
    await open(page, address);
    const main = await page.locator('body').innerText();
    expect(main, address).not.toMatch(/\b(the|and|with|your)\b/i);
  }
});

test.describe('without the network', () => {
  test.use({ visit: 'first' });

  test('after one visit every page starts, and the engine plays', async ({
    page,
    context,
    consoleErrors,
  }) => {
    test.setTimeout(480_000);
    await open(page, '/');
    await worksOffline(page);
    await context.setOffline(true);
    for (const address of addresses) await open(page, address);
    for (const { id } of variants) {
      await navigate(page, `/play/${id}`);
      await page.getByRole('radio', { name: '1', exact: true }).check();
      await page.getByRole('radio', { name: 'Black' }).check();
      await page.getByRole('button', { name: 'Start the game' }).click();
      const moves = page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button');
      await expect(moves, id).toHaveCount(1, { timeout: 30_000 });
    }
    expect(consoleErrors.splice(0)).toEqual([]);
  });
});
