//! Tests of resizing a board by its corner.
import type { Page } from '@playwright/test';

import { present } from './rules';
import { startLocalGame } from './localGame';
import { expect, expectAccessible, open, test } from './fixtures';

const handle = (page: Page) => page.getByRole('slider', { name: 'Board size' });
const box = async (page: Page, place = 'main .ground') =>
  present((await page.locator(place).first().boundingBox()) ?? undefined);

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 1100, height: 900 },
])
  test(`at ${width}x${height} the corner follows the hand, and a double click gives all of the room`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await startLocalGame(page, 'chess');
    const before = await box(page);
    const corner = await box(page, '[role="slider"]');
    const last = await box(page, '[data-square="h1"]');
    expect(Math.abs(corner.x - last.x - last.width)).toBeLessThan(16);
    expect(Math.abs(corner.y - last.y - last.height)).toBeLessThan(16);
    const from = { x: corner.x + corner.width / 2, y: corner.y + corner.height / 2 };
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x - 60, from.y - 120, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.abs((await box(page)).width - before.width + 120)).toBeLessThan(8);
    const size = Number(await handle(page).getAttribute('aria-valuenow'));
    expect(size).toBeLessThan(100);
    await page.reload();
    await expect(handle(page)).toHaveAttribute('aria-valuenow', String(size));
    await handle(page).dblclick();
    await expect(handle(page)).toHaveAttribute('aria-valuenow', '100');
    await expect.poll(async () => (await box(page)).width).toBe(before.width);
  });

test('keys resize the board of an analysis, and do not step through its game', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, '/analyze/chess');
  const before = await box(page);
  await handle(page).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(handle(page)).toHaveAttribute('aria-valuetext', '90 percent of the room');
  await expect.poll(async () => Math.round((await box(page)).width)).toBe(Math.round(before.width * 0.9));
  await expectAccessible(page);
  await page.keyboard.press('Home');
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '50');
  await page.keyboard.press('End');
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '100');
});

test('a stored size that is none is ignored', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"boardSize":-7}'));
  await startLocalGame(page, 'chess');
  await expect(handle(page)).toHaveAttribute('aria-valuenow', '100');
});

test('levels, and small screens, have no such corner and all of their room', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"boardSize":60}'));
  await page.setViewportSize({ width: 1280, height: 800 });
  await startLocalGame(page, 'future');
  await expect(handle(page)).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await startLocalGame(page, 'chess');
  await expect(handle(page)).toBeHidden();
  expect((await box(page)).width).toBeGreaterThan(360);
});
