//! Tests that stored data survives other tabs, other games, and other versions of the app.
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { expect, open, test } from './fixtures';
import { withLastingNotices } from './timers';

test.use({ reducedMotion: 'reduce' });

const moves = (page: Page) => page.getByRole('region', { name: 'Moves', exact: true });
const fenField = (page: Page) => page.getByLabel('Position (FEN)');
const undo = (page: Page) => page.locator('.notice').getByRole('button', { name: 'Undo' });
const stored = (page: Page, name: string) =>
  page.evaluate((key) => localStorage.getItem(key) ?? '', `faraday.${name}`);

async function type(page: Page, ...texts: string[]): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Move' });
  for (const text of texts) {
    await field.fill(text);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
}

/** Opens an analysis with these moves and waits until it is stored. */
async function analyze(page: Page, pgn: string, last: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Game' }).getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('PGN or FEN').fill(pgn);
  await page.getByRole('button', { name: 'Open this text' }).click();
  await expect(moves(page)).toContainText(last);
  await expect.poll(() => stored(page, 'analysis.chess')).toContain('"moves":[{');
}

test('whatever takes the place of an analysis leaves a way back to it', async ({ page }) => {
  await withLastingNotices(page);
  await open(page, '/analyze/chess');
  await analyze(page, '1. d4 d5 2. c4 *', 'c4');
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByLabel('Link').inputValue();
  await page.keyboard.press('Escape');
  await analyze(page, '1. e4 {mine} e5 2. Nf3 *', 'Nf3');
  const fen = encodeURIComponent('4k3/8/8/8/8/8/4P3/4K3 w - - 0 1');
  for (const address of [link, `/analyze/chess?fen=${fen}`]) {
    await page.goto('/about');
    await open(page, address);
    await expect(moves(page)).not.toContainText('mine');
    await undo(page).click();
    await expect(moves(page)).toContainText('mine');
  }
  await fenField(page).fill(decodeURIComponent(fen));
  await fenField(page).press('Enter');
  await expect(moves(page)).not.toContainText('mine');
  await expect.poll(() => stored(page, 'analysis.chess')).not.toContain('mine');
  // Also after the notice has disappeared.
  await page.reload();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: 'Open the previous analysis' }).click();
  await expect(moves(page)).toContainText('mine');
});

test('a game is analyzed from the side of its player, and the analysis before it can be had again', async ({
  page,
}) => {
  await withLastingNotices(page);
  await open(page, '/analyze/chess');
  await analyze(page, '1. e4 {mine} e5 *', 'mine');
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(moves(page).getByRole('listitem').first().getByRole('button')).toHaveCount(1, {
    timeout: 20_000,
  });
  await page.getByRole('button', { name: 'Analyze this game' }).click();
  await expect(page.getByText('Game opened.').first()).toBeAttached();
  const rank = async (square: string) =>
    (await page.locator(`main [data-square="${square}"]`).boundingBox())?.y;
  await expect.poll(async () => ((await rank('a8')) ?? 0) > ((await rank('a1')) ?? 0)).toBe(true);
  await undo(page).click();
  await expect(moves(page)).toContainText('mine');
  await expect.poll(async () => ((await rank('a8')) ?? 0) < ((await rank('a1')) ?? 0)).toBe(true);
});

test('a tab in which nothing happened does not take back what another has stored', async ({
  page,
  context,
}) => {
  await open(page, '/analyze/chess');
  await analyze(page, '1. e4 *', 'e4');
  const other = await context.newPage();
  await open(other, '/analyze/chess');
  await other.locator('main [data-square]').first().waitFor();
  await analyze(other, '1. e4 e5 2. Nf3 *', 'Nf3');
  await expect(page.getByText('You have changed this analysis in another tab.').first()).toBeAttached();
  await other.close();
  await page.getByRole('button', { name: 'Flip board' }).click();
  await page.goto('/about');
  await open(page, '/analyze/chess');
  await expect(moves(page)).toContainText('Nf3');
});

test('a game goes on in one tab only', async ({ page, context }) => {
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await type(page, 'e4', 'e5');
  const other = await context.newPage();
  await open(other, '/play/chess');
  await type(other, 'Nf3', 'Nc6');
  await expect(page.getByText('This game is being played in another tab.')).toBeVisible();
  await other.close();
  await page.goto('/about');
  await open(page, '/play/chess');
  await expect(moves(page)).toContainText('Nc6');
});

test('what a tab stored before it was reloaded does not pass for that of another', async ({ page }) => {
  /** Browsers may deliver the event of an earlier write only after a reload. */
  const dispatchLate = () =>
    page.evaluate(() => {
      for (const [key, newValue] of Object.entries(localStorage) as [string, string][])
        window.dispatchEvent(new StorageEvent('storage', { key, newValue }));
    });
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await type(page, 'e4', 'e5');
  await page.reload();
  await expect(moves(page)).toContainText('e5');
  await dispatchLate();
  await type(page, 'Nf3');
  await expect(moves(page)).toContainText('Nf3');
  await open(page, '/analyze/chess');
  await analyze(page, '1. e4 *', 'e4');
  await page.reload();
  await expect(moves(page)).toContainText('e4');
  await dispatchLate();
  await page.getByRole('button', { name: 'Flip board' }).click();
  await expect(page.getByText('You have changed this analysis in another tab.')).toHaveCount(0);
});

interface StoredData {
  store: Record<string, string>;
  links: Record<string, { address: string; fen: string }>;
}

/**
 * Data stored in a browser by the app at commit df8f6ca, and links that it created. Generated by that version,
 * never edited by hand.
 */
const storedData = JSON.parse(
  readFileSync(new URL('./data/stored-0.1.0.json', import.meta.url), 'utf8'),
) as StoredData;

/** Restores the old data in the browser, with some values replaced. */
async function restoreStored(page: Page, otherwise: Record<string, string> = {}): Promise<void> {
  await page.goto('/about');
  await page.evaluate(
    (store) => {
      localStorage.clear();
      for (const [name, value] of Object.entries(store)) localStorage.setItem(name, value);
    },
    { ...storedData.store, ...otherwise },
  );
}

test('games, analyses and settings that version 0.1.0 has stored are there', async ({ page }) => {
  await restoreStored(page);
  await open(page, '/about');
  await expect(page.locator('html')).toHaveAttribute('lang', 'de');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await restoreStored(page, { 'faraday.settings': '{"language":"en"}' });
  await open(page, '/play/chess');
  await expect(moves(page)).toContainText('Qh4#');
  await expect(page.getByText('checkmate', { exact: false }).first()).toBeVisible();
  await open(page, '/play/magnetic');
  await expect(moves(page).getByRole('listitem')).toHaveCount(2);
  await expect(moves(page)).toContainText('Nh3');
  for (const [id, { fen }] of Object.entries(storedData.links)) {
    await open(page, `/analyze/${id}`);
    await expect(fenField(page)).toHaveValue(fen);
  }
  await expect(moves(page)).toContainText('Weak.');
  await page.getByRole('tab', { name: 'Review' }).click();
  await expect(page.locator('.evaluation .graph')).toBeVisible();
});

test('links that version 0.1.0 has made open at their move', async ({ page }) => {
  for (const [id, { address, fen }] of Object.entries(storedData.links)) {
    await page.goto('/about');
    await open(page, address);
    await expect(fenField(page)).toHaveValue(fen);
    expect(new URL(page.url()).pathname).toBe(`/analyze/${id}`);
  }
});
