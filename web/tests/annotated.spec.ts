//! Tests of annotated games in the analysis, and of the space for viewing them.
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { Board } from './board';
import { variants } from './rules';
import { expect, open, test } from './fixtures';

test.use({ reducedMotion: 'reduce', viewport: { width: 1366, height: 633 } });

const moves = (page: Page) => page.getByRole('region', { name: 'Moves', exact: true });
const fenField = (page: Page) => page.getByLabel('Position (FEN)');
const PGN =
  '[White "Ada"]\n[Black "Grace"]\n\n1. d4 {[%csl Gd4] [%eval 0.3] [%clk 0:03:00] Note.} d5 2. c4 *';

async function withGame(page: Page): Promise<void> {
  await open(page, '/analyze/chess');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('PGN or FEN').fill(PGN);
  await page.getByRole('button', { name: 'Open this text' }).click();
  await expect(moves(page)).toContainText('c4');
}

async function pgnOf(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Export' }).click();
  const text = await page.getByLabel('Game as PGN').inputValue();
  await page.keyboard.press('Escape');
  return text;
}

test('marks stay with their move and go into the PGN; what commands say is read, not shown', async ({
  page,
}) => {
  await withGame(page);
  await expect(moves(page)).toContainText('Note.');
  await expect(moves(page)).toContainText('+0.3');
  await expect(moves(page)).toContainText('3:00');
  await expect(moves(page)).not.toContainText('[%');
  const board = new Board(page);
  const start = await fenField(page).inputValue();
  // The wheel steps through the game.
  await board.square('e4').hover();
  await page.mouse.wheel(0, 120);
  await expect(fenField(page)).not.toHaveValue(start);
  await board.square('g8').hover();
  await page.mouse.down({ button: 'right' });
  await board.square('f6').hover();
  await page.mouse.up({ button: 'right' });
  await board.click('a3');
  await page.mouse.wheel(0, 120);
  await page.mouse.wheel(0, -120);
  await page.mouse.wheel(0, -120);
  await expect(fenField(page)).toHaveValue(start);
  const written = await pgnOf(page);
  expect(written).toContain('[%csl Gd4]');
  expect(written).toContain('[%cal Gg8f6]');
  expect(written).toContain('[%clk 0:03:00]');
  expect(written).toContain('Note.');
});

test('on a low screen every control of the panel can be reached, also with the engine and its settings', async ({
  page,
}) => {
  await withGame(page);
  await page.getByRole('switch', { name: 'Engine' }).check();
  await expect(page.getByRole('region', { name: 'Engine' }).getByRole('listitem')).toHaveCount(3, {
    timeout: 30_000,
  });
  const settings = page.locator('summary[aria-label="Engine settings"]');
  await settings.click();
  await expect(page.getByRole('radio', { name: 'On the server' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('radio', { name: 'On the server' })).toBeHidden();
  // Also if the key is pressed before the toggle event of the settings.
  await settings.evaluate((summary: HTMLElement) => {
    summary.click();
    summary.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
  });
  await expect(page.getByRole('radio', { name: 'On the server' })).toBeHidden();
  for (const name of ['Delete from here', 'Brilliant move', 'To the end']) {
    const button = page.getByRole('button', { name, exact: true });
    // The engine keeps sending lines, which may shift the layout between scrolling and checking.
    await expect(async () => {
      await button.scrollIntoViewIfNeeded();
      await expect(button).toBeInViewport({ ratio: 1, timeout: 3000 });
      // No other element covers the button.
      const hit = await button.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(hit, name).toBe(true);
    }).toPass({ timeout: 60_000 });
  }
  // The names of the moves are visible.
  const [line] = await page
    .getByRole('region', { name: 'Engine' })
    .getByRole('listitem')
    .first()
    .getByRole('button')
    .all();
  expect(await line?.getAttribute('aria-label')).toBeNull();
});

test('the position editor hides none of its fields', async ({ page }) => {
  await open(page, '/analyze/chess');
  await page.getByRole('button', { name: 'Edit position' }).click();
  await expect(page.getByRole('button', { name: 'Analyze this position' })).toBeInViewport({ ratio: 1 });
  await page.getByLabel('Move number').click();
});

test('Escape lets go of a piece wherever the focus is, and the threat is shown', async ({ page }) => {
  await open(page, '/analyze/chess');
  const board = new Board(page);
  await board.click('e2');
  await page.getByRole('button', { name: 'Flip board' }).focus();
  await page.keyboard.press('Escape');
  await board.click('e4');
  await expect(moves(page).getByRole('button')).toHaveCount(0);
  await page.keyboard.press('x');
  await expect(page.getByRole('button', { name: 'Threat' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('listitem').filter({ hasText: 'the threat' })).toBeVisible({ timeout: 20_000 });
});

test('pictures say who plays and where squares are, and an animation holds only what changes', async ({
  page,
}) => {
  await withGame(page);
  await page.getByRole('button', { name: 'Export' }).click();
  const save = async (name: string): Promise<Buffer> => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    return readFileSync(await download.path());
  };
  const svg = (await save('Save SVG')).toString();
  for (const text of ['>a<', '>8<', 'Ada – Grace']) expect(svg).toContain(text);
  await page.getByRole('checkbox', { name: 'With players and last move' }).uncheck();
  expect((await save('Save SVG')).toString()).not.toContain('Ada – Grace');
  const gif = await save('Save GIF');
  expect(gif.subarray(0, 6).toString()).toBe('GIF89a');
  // Four full frames of this size are more than 200 KB.
  expect(gif.length).toBeLessThan(110_000);
});

test('the evaluation bar is as long as the board, and its number is whole', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"evaluationBar":true}'));
  await open(page, '/play/chess');
  await page.getByRole('button', { name: 'Start the game' }).click();
  for (const [width, height] of [
    [1366, 768],
    [1000, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, '/play/chess');
    const bar = page.getByRole('meter');
    await expect(bar.locator('span')).toHaveText(/\d/, { timeout: 20_000 });
    const boxes = () => Promise.all([bar.boundingBox(), page.locator('main .board .ground').boundingBox()]);
    await expect
      .poll(async () => {
        const [one, other] = await boxes();
        return (
          Math.abs((one?.height ?? 0) - (other?.height ?? 99)) + Math.abs((one?.y ?? 0) - (other?.y ?? 99))
        );
      })
      .toBeLessThan(6);
    expect(await bar.locator('span').evaluate((span) => span.scrollWidth <= span.clientWidth)).toBe(true);
  }
});

test('how levels stand is nothing to a board that has but one', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"arrangement":"scene"}'));
  for (const { id } of variants.filter(({ levels }) => levels === 1)) {
    await open(page, `/analyze/${id}`);
    await expect(page.locator('main [data-square]').first()).toBeVisible();
    await expect(page.locator('main canvas')).toHaveCount(0);
  }
});

test('a result that differs from the end of the game is noted', async ({ page }) => {
  await open(page, '/analyze/chess');
  await page.getByRole('button', { name: 'Import' }).click();
  const mate = '1. f3 e5 2. g4 Qh4#';
  await page.getByLabel('PGN or FEN').fill(`[Result "1-0"]\n\n${mate} 0-1`);
  await page.getByRole('button', { name: 'Open this text' }).click();
  const said = 'The Result tag says “1-0”, but by the rules the game ended 0-1.';
  await expect(page.locator('.notice').filter({ hasText: said })).toBeVisible();
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByLabel('PGN or FEN').fill(`1. e4 *\n\n[White "Ada"]\n\n${mate} 1-0\n`);
  await page.getByRole('button', { name: 'Open this text' }).click();
  await page.getByText('Show notes').click();
  await expect(page.getByRole('dialog')).toContainText(
    'Game at line 3: The game ends with “1-0”, but by the rules it ended 0-1.',
  );
});
