//! Tests of endgames: the list, the longest win, and a win against the tablebases. Needs a server: `FARADAY_URL`.
import type { Page } from '@playwright/test';

import { Board } from './board';
import { expect, expectAccessible, open, test } from './fixtures';

test.use({ reducedMotion: 'reduce' });

const ROOK = '8/8/8/8/8/2k5/1R6/K7 w - - 0 1';
const address = (search: Record<string, string>): string =>
  `/endgames/chess?${new URLSearchParams(search).toString()}`;

test.describe('endgames', () => {
  test.skip(process.env['FARADAY_URL'] === undefined, 'there is no server');

  test('are listed, and the longest win is played through by keyboard', async ({ page }) => {
    await open(page, '/learn');
    await page.getByRole('link', { name: /^Endgames ?: Chess$/ }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Endgames: Chess' })).toBeVisible();
    await expect(page.getByText('Longest win: 16 moves').first()).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: /^Longest win ?: KRvK$/ }).click();
    await expect(page.getByText('White to move: wins in 16 moves.')).toBeVisible();
    await page.keyboard.press('ArrowRight');
    await expect(page.getByText('Black to move: loses in 15 moves.')).toBeVisible();
    await page.keyboard.press('End');
    await expect(page.locator('.value')).toContainText('checkmate');
    await expectAccessible(page);
  });

  test('a move that gives the win away is judged at once, and taken back', async ({ page }) => {
    await open(page, address({ ending: 'KRvK', try: ROOK }));
    const said = page.locator('.said');
    await expect(said).toContainText('White to move: wins in 16 moves.');
    const board = new Board(page);
    await board.click('b2', 'b4');
    await expect(said).toContainText('Rb4 gives the win away.');
    await page.keyboard.press('u');
    await expect(said).toContainText('White to move: wins in 16 moves.');
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(said).toContainText('The tables play Kb1.');
    await board.click('a1', 'b1');
    await expect(said).toContainText('Kb1 is best: wins in 16 moves.');
    await expect(said).toContainText('White to move: wins in 15 moves.');
    await expectAccessible(page);
  });

  test('an ending is won against perfect defense', async ({ page }) => {
    await open(page, address({ try: '8/8/8/8/8/1K6/2Q5/k7 w - - 0 1' }));
    await expect(page.locator('.said')).toContainText('White to move: wins in 1 move.');
    await new Board(page).click('c2', 'c1');
    await expect(page.locator('.said')).toContainText('You won in 1 move. No one can do it faster.');
  });

  test('the analysis shows what the tables know', async ({ page }) => {
    await open(page, `/analyze/chess?${new URLSearchParams({ fen: ROOK }).toString()}`);
    const tables = page.getByRole('region', { name: 'Tables' });
    await expect(tables).toContainText('Tables: wins in 16 moves');
    await tables.getByRole('button', { name: 'Rb4 draw' }).click();
    await expect(tables).toContainText('Tables: draw');
  });
});

const failing = (page: Page) => page.route('**/api/v1/variants/**', (route) => route.abort());

test('without a server one sentence says so', async ({ page, consoleErrors }) => {
  await failing(page);
  await open(page, '/endgames/chess');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached.');
  consoleErrors.splice(0);
});
