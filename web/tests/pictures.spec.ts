//! Takes the README's pictures for `docs/images`, in light and in dark colors: `npm run pictures`.
import { writeFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import gifenc from 'gifenc';

import { Board, showLayer } from './board';
import { present } from './rules';
import { expect, open, test } from './fixtures';

const { applyPalette, GIFEncoder, quantize } = gifenc;

test.skip(process.env['PICTURES'] === undefined, 'npm run pictures makes the pictures');

const FOLDER = '../docs/images';
/** The board with the column on its left, and with the panel on its right; all are 4:3. */
const LEFT = { x: 0, y: 120, width: 680, height: 510 };
const SPACE = { x: 0, y: 128, width: 656, height: 492 };
const RIGHT = { x: 230, y: 112, width: 864, height: 648 };

const FUTURE =
  'Q2b4 Q2b3 Q1a5 Q3c1 N2c2 2a4 K1b1 B3e1 Q1c5 B2d4 Nx2d4+ 2c5x2d4 Q2c5+ K3c4 Qx2d5 B2c4 Q3a2+ 3b3';
const COLLISION = 'e4 d5 exd5 Qxd5 Nc3 Qe6+ Be2 Nf6';
const REVIEWED = 'h3 a6 d4 Nh6 f3 e6 Rh2 Qf6 Nc3 Bd7 Bh3 b5 Rb1 Rg8 Ba3 gxh1=Q exf4 Qxh2 Qf3 Qg3 Rc1 Qxe1#';

async function openGame(page: Page, variant: string, moves: string): Promise<void> {
  await open(page, `/analyze/${variant}`);
  await page
    .getByRole('toolbar', { name: 'Game' })
    .getByRole('button', { name: 'Import', exact: true })
    .click();
  await page.getByLabel('PGN or FEN').fill(`[Variant "${variant}"]\n\n${moves} *`);
  await page.getByRole('button', { name: 'Open this text' }).click();
  await page.locator('.notice button').click();
  await page.keyboard.press('End');
}

/** Returns the pixels of a PNG, which the browser decodes. */
const decode = (page: Page, png: Buffer): Promise<number[]> =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
    const context = canvas.getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    return [...(context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [])];
  }, png.toString('base64'));

for (const colorScheme of ['light', 'dark'] as const) {
  const file = (name: string) => `${FOLDER}/${colorScheme === 'dark' ? `${name}-dark` : name}`;

  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1100, height: 760 } });

    async function shoot(page: Page, name: string, clip: typeof LEFT): Promise<void> {
      await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
      await page.screenshot({ path: `${file(name)}.png`, clip, animations: 'disabled' });
    }

    test.describe('still', () => {
      test.use({ reducedMotion: 'reduce' });

      test('a refused move, with its reason', async ({ page }) => {
        await open(page, '/analyze/forcefield');
        const board = new Board(page);
        for (const move of ['e2 e4', 'e7 e5', 'g1 f3', 'b8 c6']) await board.click(...move.split(' '));
        await showLayer(page, 'Charges');
        await board.click('f3', 'g5');
        await expect(page.locator('.why')).toBeVisible();
        await shoot(page, 'refused', LEFT);
      });

      test('energy after two captures', async ({ page }) => {
        await openGame(page, 'collision', COLLISION);
        await page.waitForTimeout(500);
        await shoot(page, 'energy', LEFT);
      });

      test('Future Chess in three dimensions', async ({ page }) => {
        await openGame(page, 'future', FUTURE);
        await page.getByRole('radio', { name: '3D' }).check();
        await expect(page.getByRole('button', { name: 'Top', exact: true })).toBeVisible();
        await page.waitForTimeout(2000);
        await shoot(page, 'levels', SPACE);
      });

      test('a review', async ({ page }) => {
        await openGame(page, 'magnetic', REVIEWED);
        await page.getByRole('tab', { name: 'Review' }).click();
        await page.getByRole('button', { name: 'Review game' }).click();
        const turn = page.getByRole('region', { name: 'Turning points' }).locator('.turn').first();
        await expect(turn).toBeVisible({ timeout: 120_000 });
        await turn.click();
        await page.waitForTimeout(1000);
        await shoot(page, 'review', RIGHT);
      });
    });

    test('the pulse of 1. c4', async ({ page }) => {
      await open(page, '/analyze/magnetic');
      const board = new Board(page);
      const { x, y, width } = present(await board.square('a8').boundingBox());
      const side = Math.round(8 * width) + 8;
      const clip = { x: Math.round(x) - 4, y: Math.round(y) - 4, width: side, height: side };
      const frames: { png: Buffer; delay: number }[] = [];
      const frame = async (delay: number) => frames.push({ png: await page.screenshot({ clip }), delay });
      await frame(900);
      await board.click('c2');
      await board.square('c4').hover();
      await page.waitForTimeout(600);
      await frame(1400);
      await board.click('c4');
      for (let at = 0; at < 9; at += 1) await frame(80);
      await page.mouse.move(5, 5);
      await page.waitForTimeout(700);
      await frame(2200);
      const gif = GIFEncoder();
      for (const { png, delay } of frames) {
        const pixels = Uint8ClampedArray.from(await decode(page, png));
        const palette = quantize(pixels, 128);
        gif.writeFrame(applyPalette(pixels, palette), side, side, { palette, delay });
      }
      gif.finish();
      await writeFile(`${file('pulse')}.gif`, gif.bytes());
    });
  });
}
