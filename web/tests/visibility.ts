//! Visibility checks by the boxes of elements, on screens of all sizes.
import type { Locator, Page } from '@playwright/test';

import { present } from './rules';
import { expect } from './fixtures';

export const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];

/** Expects an element to be completely inside the window. */
export async function expectInView(page: Page, what: Locator, name: string): Promise<void> {
  await expect(what, name).toBeInViewport({ ratio: 0.98 });
  const { width } = present(page.viewportSize() ?? undefined);
  const box = present((await what.boundingBox()) ?? undefined);
  expect(box.x, name).toBeGreaterThanOrEqual(0);
  expect(box.x + box.width, name).toBeLessThanOrEqual(width);
}

/** Expects the first and the last square of the board to be inside the window. */
export async function expectBoardInView(page: Page, name: string): Promise<void> {
  const cells = page.locator('main .board [data-square]');
  for (const cell of [cells.first(), cells.last()]) await expectInView(page, cell, `${name}: board`);
}

export async function expectNoOverflow(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(async () => {
    // Parts that depend on a media query in code change with the next frame.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    return document.documentElement.scrollWidth - document.documentElement.clientWidth;
  });
  expect(overflow, name).toBeLessThanOrEqual(0);
}
