//! Tests of the opening book in an analysis: the page shows the book moves, and a click plays one.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type { Page } from '@playwright/test';

import { Book, Game, present, variants } from './rules';
import { expect, expectAccessible, open, test } from './fixtures';

test.use({ reducedMotion: 'reduce' });

const SOURCES = fileURLToPath(new URL('../../crates/variants/src/', import.meta.url));
const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.book'),
);
const fileOf = (id: string) => files.find((name) => name.endsWith(`/${id}.book`));
const known = variants.filter(({ id }) => fileOf(id) !== undefined);

const heading = (page: Page) => page.getByRole('tab', { name: 'Openings' });
const rows = (page: Page) => page.locator('.openings tbody tr');
const names = (page: Page) => rows(page).getByRole('button').allInnerTexts();

for (const variant of known)
  test(`${variant.id}: the book's moves are shown where it has any, and played by a click`, async ({
    page,
  }) => {
    const book = new Book(variant.id, readFileSync(SOURCES + present(fileOf(variant.id)), 'utf8'));
    const game = new Game(variant.id, undefined, 'en');
    await open(page, `/analyze/${variant.id}`);
    await heading(page).click();
    await expect(rows(page)).toHaveCount(book.moves(game).length);
    for (let ply = 0; ; ply += 1) {
      const moves = book.moves(game);
      if (moves.length === 0) break;
      await expect.poll(() => names(page)).toEqual(moves.map(({ san }) => san));
      const best = present(moves[0]);
      if (ply === 1) {
        await expect(rows(page).first()).toContainText(String(best.games));
        await expectAccessible(page);
      }
      await rows(page).first().getByRole('button').click();
      await page.getByRole('tab', { name: 'Moves' }).click();
      await expect(page.getByRole('region', { name: 'Moves', exact: true })).toContainText(best.san);
      await heading(page).click();
      game.play(best.uci);
    }
    await expect(page.locator('.openings')).toContainText('The opening book does not know this position.');
  });

test('an open book stays open, and a game without one says so', async ({ page }) => {
  const [one] = known;
  const none = present(variants.find(({ id }) => fileOf(id) === undefined));
  await open(page, `/analyze/${present(one).id}`);
  await heading(page).click();
  await expect(rows(page).first()).toBeVisible();
  await open(page, `/analyze/${none.id}`);
  await expect(page.locator('.openings')).toContainText('There is no opening book for this game.');
  await page.getByRole('tab', { name: 'Moves' }).click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Moves' })).toHaveAttribute('aria-selected', 'true');
});
