//! A review beside the board on screens of all sizes: steps, graph and the current turning point are in view with it.
import type { Locator, Page } from '@playwright/test';

import { Game, present, variants } from './rules';
import { expect, open, test } from './watched';

const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const PLIES = 12;

/** Legal moves that no player would choose, so that something is given away. */
function careless(variant: string): string {
  const game = new Game(variant, undefined, 'en');
  const sans: string[] = [];
  for (let ply = 0; ply < PLIES; ply += 1) {
    const { moves, ending } = game.snapshot();
    if (ending) break;
    const { uci } = present(moves[(ply * 7 + 3) % moves.length]);
    const { san } = game.play(uci);
    sans.push(ply % 2 === 0 ? `${String(ply / 2 + 1)}. ${san}` : san);
  }
  return `[Variant "${variant}"]\n\n${sans.join(' ')} *`;
}

async function expectSeen(page: Page, what: Locator, name: string): Promise<void> {
  await expect(what, name).toBeInViewport({ ratio: 0.98 });
  const { width } = present(page.viewportSize() ?? undefined);
  const box = present((await what.boundingBox()) ?? undefined);
  expect(box.x, name).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, name).toBeLessThanOrEqual(width);
}

for (const { id, name } of variants.filter((one) => one.family === one.id))
  test(`${name}: the review is in view with the board at every size`, async ({ page }) => {
    test.setTimeout(180_000);
    await page.setViewportSize(present(SCREENS[2]));
    await open(page, `/analyze/${id}`);
    await page
      .getByRole('toolbar', { name: 'Game' })
      .getByRole('button', { name: 'Open …', exact: true })
      .click();
    await page.getByLabel('PGN or FEN').fill(careless(id));
    await page.getByRole('button', { name: 'Open this text' }).click();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByLabel('Depth of the review').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Review game' }).click();
    const turn = page.getByRole('region', { name: 'Turning points' }).locator('.turn').first();
    await expect(turn).toBeVisible({ timeout: 120_000 });
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      const at = `${id} at ${String(size.width)}x${String(size.height)}`;
      await page.evaluate(() => window.scrollTo(0, 0));
      if ((await turn.getAttribute('aria-expanded')) === 'true') await turn.click();
      await turn.click();
      await expect(turn).toHaveAttribute('aria-expanded', 'true');
      const cells = page.locator('main .board [data-square]');
      for (const cell of [cells.first(), cells.last()]) await expectSeen(page, cell, `${at}: board`);
      await expectSeen(page, turn, `${at}: turning point`);
      await expectSeen(page, page.locator('.why > p').first(), `${at}: reason`);
      await expectSeen(page, page.locator('.evaluation .graph'), `${at}: graph`);
      for (const step of ['One move back', 'One move forward'])
        await expectSeen(page, page.getByRole('button', { name: step, exact: true }), `${at}: ${step}`);
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, at).toBeLessThanOrEqual(0);
    }
  });
