//! Tests of zen mode: only the board and its players, in full screen if the browser allows it.
import type { Page } from '@playwright/test';

import { present } from './rules';
import { act, startLocalGame, status, type } from './localGame';
import { expect, expectAccessible, navigate, open, test } from './fixtures';
import { expectNoOverflow } from './visibility';

test.use({ viewport: { width: 1280, height: 800 } });

const button = (page: Page) => page.getByRole('button', { name: 'Zen mode' });
const isOn = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-zen'));
const ground = async (page: Page) =>
  present((await page.locator('main .ground').first().boundingBox()) ?? undefined);

async function expectZen(page: Page): Promise<void> {
  await expect(button(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('contentinfo')).toBeHidden();
  await expect(page.locator('main .panel').first()).toBeHidden();
}

async function expectWholeInView(page: Page): Promise<void> {
  await expect(button(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.locator('main .panel').first()).toBeVisible();
}

test('in a game the board grows, and the players and their clocks stay', async ({ page }) => {
  await startLocalGame(page, 'chess', '5+3');
  const before = await ground(page);
  await button(page).click();
  await expectZen(page);
  await expect(page.locator('[data-announce="polite"]')).toContainText('Zen mode on.');
  await expect(page.getByRole('timer')).toHaveCount(2);
  for (const timer of await page.getByRole('timer').all()) await expect(timer).toBeInViewport({ ratio: 1 });
  for (const square of ['a8', 'h8', 'a1', 'h1'])
    await expect(page.locator(`[data-square="${square}"]`)).toBeInViewport({ ratio: 1 });
  await expect.poll(async () => (await ground(page)).width).toBeGreaterThan(before.width + 40);
  await expectAccessible(page);
  await page.keyboard.press('z');
  await expectWholeInView(page);
  await expect(page.locator('[data-announce="polite"]')).toContainText('Zen mode off.');
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);
});

test('Escape leaves, also from a square, and what is open is closed first', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await page.locator('[data-square="e2"]').click();
  await page.keyboard.press('z');
  await expectZen(page);
  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help.getByText('Zen mode: only the board and the players')).toBeVisible();
  await help.getByRole('button', { name: 'Close' }).click();
  await expectZen(page);
  await page.keyboard.press('Escape');
  await expectWholeInView(page);
});

test('a browser that refuses the whole screen shows the mode in its window', async ({ page }) => {
  await page.addInitScript(() => {
    Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('refused'));
  });
  await startLocalGame(page, 'chess');
  await page.keyboard.press('z');
  await expectZen(page);
  await page.reload();
  await expect(status(page)).toBeVisible();
  await expectWholeInView(page);
});

test('a key that is typed into a field is none of the mode', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await page.getByRole('textbox', { name: 'Move' }).fill('');
  await page.keyboard.press('z');
  await expect(page.getByRole('textbox', { name: 'Move' })).toHaveValue('z');
  expect(await isOn(page)).toBe(false);
});

test('in an analysis the board grows, and whoever leaves the page leaves the mode', async ({ page }) => {
  await open(page, '/analyze/chess');
  const before = await ground(page);
  await page.keyboard.press('z');
  await expectZen(page);
  await expect(page.getByRole('button', { name: 'Edit position' })).toBeHidden();
  await expect.poll(async () => (await ground(page)).width).toBeGreaterThan(before.width + 40);
  for (const square of ['a8', 'h1'])
    await expect(page.locator(`main [data-square="${square}"]`)).toBeInViewport({ ratio: 1 });
  await expect(button(page)).toBeInViewport({ ratio: 1 });
  await navigate(page, '/about');
  await expect(page.getByRole('banner')).toBeVisible();
  expect(await isOn(page)).toBe(false);
});

test('levels keep their room, and a phone has the players and the board', async ({ page }) => {
  await startLocalGame(page, 'future');
  await page.keyboard.press('z');
  await expectZen(page);
  const cells = page.locator('.layout [data-square]');
  for (const cell of [cells.first(), cells.last()]) await expect(cell).toBeInViewport({ ratio: 1 });
  const device = await page.context().newCDPSession(page);
  for (const size of [
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    // A maximized window cannot be resized; a rotated device can.
    await device.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
    await expect
      .poll(() => page.evaluate(() => [innerWidth, innerHeight]))
      .toEqual([size.width, size.height]);
    await expect(page.locator('.layout .plate').first()).toBeVisible();
    await expectNoOverflow(page, `at ${size.width}x${size.height}`);
  }
});

test('a game whose clocks stand still goes on from the board', async ({ page }) => {
  await startLocalGame(page, 'chess', '5+3');
  await type(page, 'e4');
  await act(page, 'Pause').click();
  await page.keyboard.press('z');
  await expectZen(page);
  const stopped = page.getByRole('group', { name: 'The clocks are stopped.' });
  await expect(stopped).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await stopped.getByRole('button', { name: 'Resume' }).click();
  await expect(stopped).toHaveCount(0);
  await page.locator('[data-square="e7"]').click();
  await page.locator('[data-square="e5"]').click();
  await expect(page.locator('[data-square="e5"]')).toHaveAccessibleName(/black pawn/);
  expect(await isOn(page)).toBe(true);
});
