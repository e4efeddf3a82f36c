//! Tests of game reviews: turning points, practice, storage, and stopping.
import type { Page } from '@playwright/test';

import { Board } from './board';
import { MATE, startLocalGame, type } from './localGame';
import { expect, expectAccessible, open, test } from './fixtures';

test.use({ reducedMotion: 'reduce' });

const panel = (page: Page) => page.getByRole('region', { name: 'Review of the game' });
const turns = (page: Page) => panel(page).getByRole('region', { name: 'Turning points' });

test('a game that is over is reviewed by one click, and its turning point is shown on the board', async ({
  page,
}) => {
  await startLocalGame(page, 'chess');
  await type(page, ...MATE);
  const result = page.getByRole('region', { name: 'Black wins: checkmate.' });
  await result.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(panel(page).getByText(/Reviewing move \d+ of 4/)).toBeInViewport({ ratio: 1 });
  await expect(turns(page)).toBeVisible({ timeout: 120_000 });
  await expect(panel(page)).toContainText(/accuracy \d+%/);
  const mistake = turns(page).getByRole('button', { name: /g4/ });
  await mistake.click();
  await expect(mistake).toHaveAttribute('aria-expanded', 'true');
  await expect(turns(page)).toContainText('The opponent wins by force in 1 move.');
  // The board shows the position before the mistake, with the better move.
  await expect(page.getByLabel('Position (FEN)')).toHaveValue(/ w .* 2$/);
  await expect(page.getByText('the best move')).toBeVisible();
  for (const seen of [mistake, panel(page).locator('.graph'), page.locator('[data-square="a1"]')])
    await expect(seen).toBeInViewport({ ratio: 1 });
  await turns(page).getByRole('button', { name: 'Play what follows' }).click();
  await expect(page.locator('.ending')).toContainText('checkmate', { timeout: 20_000 });
  await expectAccessible(page);
});

test('the keyboard goes from turning point to turning point, and a review outlives a reload', async ({
  page,
}) => {
  await open(page, '/analyze/chess');
  await page
    .getByRole('toolbar', { name: 'Game' })
    .getByRole('button', { name: 'Import', exact: true })
    .click();
  await page
    .getByLabel('PGN or FEN')
    .fill('[Opening "Danvers Opening"]\n\n1. e4 e5 2. Qh5 Nf6 3. Qxe5+ Be7 4. Qxe7+ Qxe7 5. d4 d5 *');
  await page.getByRole('button', { name: 'Open this text' }).click();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByLabel('Depth of the review').selectOption({ index: 0 });
  await panel(page).getByRole('button', { name: 'Review game' }).click();
  await expect(turns(page)).toBeVisible({ timeout: 120_000 });
  await page.reload();
  await expect(turns(page)).toBeVisible();
  await expect(panel(page)).toContainText('Opening: Danvers Opening');
  const count = await turns(page).getByRole('listitem').count();
  expect(count).toBeGreaterThan(0);
  await page.keyboard.press('Home');
  await page.keyboard.press('.');
  await expect(turns(page).getByRole('listitem').first().locator('[aria-expanded]')).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  for (let more = 1; more < count; more += 1) await page.keyboard.press('.');
  await expect(turns(page).getByRole('listitem').last().locator('[aria-expanded]')).toHaveAttribute(
    'aria-expanded',
    'true',
  );
  await page.keyboard.press(',');
  await expect(new Board(page).root).toBeVisible();
});

test('a better move is found on the board instead of being shown', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await type(page, ...MATE);
  const result = page.getByRole('region', { name: 'Black wins: checkmate.' });
  await result.getByRole('button', { name: 'Review', exact: true }).click();
  await expect(turns(page)).toBeVisible({ timeout: 120_000 });
  await turns(page).getByRole('button', { name: 'Practice' }).click();
  // With two human players, the side whose mistakes are practiced is a choice.
  await turns(page).getByRole('radio', { name: 'Black' }).check();
  await expect(turns(page).getByRole('button', { name: /g4/ })).toHaveCount(0);
  await turns(page).getByRole('radio', { name: 'White' }).check();
  const mistake = turns(page).getByRole('button', { name: /g4/ });
  if ((await mistake.getAttribute('aria-expanded')) !== 'true') await mistake.click();
  await expect(turns(page)).toContainText('Find a better move than g4: play it on the board.');
  await expect(turns(page)).not.toContainText('wins by force');
  await new Board(page).click('a2', 'a3');
  const again = turns(page).getByRole('button', { name: 'Try again' });
  if (await turns(page).getByText('Not a3: the engine prefers a different move.').isVisible())
    await again.click();
  await turns(page).getByRole('button', { name: 'Show the move' }).click();
  await expect(turns(page)).toContainText('The opponent wins by force in 1 move.');
  await expectAccessible(page);
});

test('a review can be stopped', async ({ page }) => {
  await open(page, '/analyze/chess');
  await page
    .getByRole('toolbar', { name: 'Game' })
    .getByRole('button', { name: 'Import', exact: true })
    .click();
  await page.getByLabel('PGN or FEN').fill('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 *');
  await page.getByRole('button', { name: 'Open this text' }).click();
  await page.getByRole('tab', { name: 'Review' }).click();
  await page.getByLabel('Depth of the review').selectOption({ index: 2 });
  await panel(page).getByRole('button', { name: 'Review game' }).click();
  await expect(panel(page).getByRole('progressbar')).toBeVisible();
  await panel(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(panel(page).getByRole('button', { name: 'Review game' })).toBeVisible();
  await expect(turns(page)).toHaveCount(0);
});
