//! Measures frames per second while a piece is dragged, while a move is animated, and while the 3D board is rotated.
//!
//! Usage: `node benches/frames.js [ADDRESS]`. CHROMIUM selects the browser. Run it on an otherwise idle machine.
import process from 'node:process';
import { chromium } from 'playwright-core';

const address = process.argv[2] ?? process.env.FARADAY_URL ?? 'http://127.0.0.1:8080';
const SECONDS = 3;

const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking'],
});

/** Prints the frame rate and the times between frames during an action. */
async function measured(page, name, act) {
  await page.evaluate(() => {
    window.frames_ = [];
    const see = (now) => {
      window.frames_.push(now);
      window.seeing_ = requestAnimationFrame(see);
    };
    window.seeing_ = requestAnimationFrame(see);
  });
  await act();
  const times = await page.evaluate(() => {
    cancelAnimationFrame(window.seeing_);
    return window.frames_;
  });
  const gaps = times.slice(1).map((time, at) => time - times[at]);
  gaps.sort((one, other) => one - other);
  const whole = gaps.reduce((sum, gap) => sum + gap, 0);
  const late = gaps.filter((gap) => gap > 25).length;
  const at = (part) => gaps[Math.min(gaps.length - 1, Math.floor(part * gaps.length))]?.toFixed(1);
  const rate = ((1000 * gaps.length) / whole).toFixed(1);
  process.stdout.write(
    `${name.padEnd(34)} ${rate.padStart(6)} frames/s   median ${at(0.5)} ms   95% ${at(0.95)} ms   late ${late} of ${gaps.length}\n`,
  );
}

async function middleOf(page, square) {
  const box = await page.locator(`main .board [data-square="${square}"]`).boundingBox();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Drags a piece around as fast as frames are drawn, and drops it on its own square. */
async function drag(page, square) {
  const { x, y } = await middleOf(page, square);
  await page.mouse.move(x, y);
  await page.mouse.down();
  const end = Date.now() + SECONDS * 1000;
  for (let step = 0; Date.now() < end; step += 1) {
    const turn = step / 12;
    await page.mouse.move(x + 150 * Math.sin(turn), y - 120 + 100 * Math.cos(turn));
  }
  await page.mouse.move(x, y);
  await page.mouse.up();
}

async function openVariant(page, variant) {
  await page.goto(`${address}/analyze/${variant.id}`);
  await page.locator('main .board [data-square]').first().waitFor();
  for (const { name } of variant.overlays) {
    const layer = page.getByRole('group', { name: 'Layers' }).getByRole('button', { name });
    if ((await layer.getAttribute('aria-pressed')) !== 'true') await layer.click();
  }
}

const { variants, moveWithMostEvents } = await import('./variants.js');
try {
  const page = await (
    await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-US' })
  ).newPage();
  await page.goto(`${address}/about`);
  await page.locator('main h1').waitFor();
  await measured(page, 'idle (display only)', () => page.waitForTimeout(1000));
  for (const variant of variants) {
    await openVariant(page, variant);
    const { fen, from, to } = moveWithMostEvents(variant);
    await measured(page, `${variant.id}: drag`, () => drag(page, variant.levels > 1 ? '1c4' : 'e2'));
    await page.goto(`${address}/analyze/${variant.id}?fen=${encodeURIComponent(fen)}`);
    await page.locator('main .board [data-square]').first().waitFor();
    for (const square of [from, to]) {
      const { x, y } = await middleOf(page, square);
      if (square === to) {
        await measured(page, `${variant.id}: animation`, async () => {
          await page.mouse.click(x, y);
          await page.waitForTimeout(1200);
        });
      } else await page.mouse.click(x, y);
    }
    if (variant.levels === 1) continue;
    await openVariant(page, variant);
    await page.locator('input[type=radio][value="scene"]').check({ force: true });
    const canvas = page.locator('main canvas').first();
    await canvas.waitFor();
    await page.waitForTimeout(1500);
    const box = await canvas.boundingBox();
    await measured(page, `${variant.id}: 3D board, rotated`, async () => {
      await page.mouse.move(box.x + box.width - 30, box.y + 30);
      await page.mouse.down();
      const end = Date.now() + SECONDS * 1000;
      for (let step = 0; Date.now() < end; step += 1)
        await page.mouse.move(box.x + box.width - 30 - 150 * Math.abs(Math.sin(step / 25)), box.y + 30);
      await page.mouse.up();
    });
  }
} finally {
  await browser.close();
}
