//! Plays random games on the web app's board, and monitors memory and errors.
//!
//! Usage: `node benches/soak.js [MOVES] [ADDRESS]`. CHROMIUM selects the browser.
import process from 'node:process';
import { chromium } from 'playwright-core';

const count = Number(process.argv[2] ?? 10_000);
const address = process.argv[3] ?? process.env.FARADAY_URL ?? 'http://127.0.0.1:8080';
const SAMPLES = 10;
const AT_ONCE = 50;

/** Runs in the page: plays moves by keyboard. Starts a new game when one is over or exceeds 100 plies. */
async function play(moves) {
  const board = () => document.querySelector('main .board');
  const fen = () =>
    [...document.querySelectorAll('label')].find((one) => one.textContent.includes('FEN')).control.value;
  const frame = () => new Promise((done) => requestAnimationFrame(done));
  const until = async (holds) => {
    for (let tries = 0; tries < 600; tries += 1) {
      if (holds()) return true;
      await frame();
    }
    return false;
  };
  const button = (name) =>
    [...document.querySelectorAll('button')].find((one) => one.textContent.trim() === name);
  const key = (square) => {
    square.focus();
    square.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  };
  let done = 0;
  while (done < moves) {
    const pieces = [...board().querySelectorAll('[data-square]')];
    const before = fen();
    const turn = before.split(' ')[1] === 'w' ? 'white' : 'black';
    const own = pieces.filter((one) => one.getAttribute('aria-label').includes(`${turn} `));
    for (let at = own.length - 1; at > 0; at -= 1) {
      const other = Math.floor(Math.random() * (at + 1));
      [own[at], own[other]] = [own[other], own[at]];
    }
    let moved = false;
    for (const from of own) {
      key(from);
      await Promise.resolve();
      await Promise.resolve();
      const targets = pieces.filter((one) => one.getAttribute('aria-label').includes('can be reached'));
      const to = targets[Math.floor(Math.random() * targets.length)];
      if (!to) {
        from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
        continue;
      }
      key(to);
      await frame();
      const choices = [...document.querySelectorAll('[role="dialog"] [data-uci]')];
      choices[Math.floor(Math.random() * choices.length)]?.click();
      moved = await until(() => fen() !== before);
      if (!moved) throw new Error(`no move from ${from.dataset.square} to ${to.dataset.square} in ${before}`);
      break;
    }
    if (moved) done += 1;
    const ply = Number(fen().split(' ').at(-1));
    if (!moved || ply > 100) {
      button('New').click();
      await until(() => fen() !== before);
    }
  }
  return done;
}

const megabytes = (bytes) => (bytes / 1_048_576).toFixed(1).padStart(7);
const browser = await chromium.launch({
  ...(process.env.CHROMIUM ? { executablePath: process.env.CHROMIUM } : {}),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
const errors = [];
try {
  const { variants } = await import('./variants.js');
  const page = await (await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })).newPage();
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  page.on('pageerror', (error) => errors.push(error.message));
  await page.addInitScript(() => {
    // Records the memory of the rules when the page instantiates them.
    for (const name of ['instantiate', 'instantiateStreaming']) {
      const native = WebAssembly[name].bind(WebAssembly);
      WebAssembly[name] = async (...given) => {
        const result = await native(...given);
        window.rulesMemory_ = (result.instance ?? result).exports.memory;
        return result;
      };
    }
  });
  const session = await page.context().newCDPSession(page);
  const share = Math.ceil(count / variants.length);
  let total = 0;
  for (const variant of variants) {
    await page.goto(`${address}/analyze/${variant.id}`);
    await page.locator('main .board [data-square]').first().waitFor();
    for (const { name } of variant.overlays) {
      const layer = page.getByRole('group', { name: 'Layers' }).getByRole('button', { name });
      if ((await layer.getAttribute('aria-pressed')) !== 'true') await layer.click();
    }
    for (let played = 0, sample = 0; played < share;) {
      played += await page.evaluate(play, Math.min(AT_ONCE, share - played));
      if (played < (share * (sample + 1)) / SAMPLES && played < share) continue;
      sample += 1;
      // The memory of notices and game trees is released within ten seconds; the last sample waits for that.
      if (played >= share) await page.waitForTimeout(11_000);
      await session.send('HeapProfiler.collectGarbage');
      const { usedSize } = await session.send('Runtime.getHeapUsage');
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
      const rules = await page.evaluate(() => window.rulesMemory_?.buffer.byteLength ?? 0);
      process.stdout.write(
        `${variant.id.padEnd(24)} ${String(total + played).padStart(6)} moves  heap ${megabytes(usedSize)} MB  rules ${megabytes(rules)} MB  ${nodes} nodes  ${jsEventListeners} listeners\n`,
      );
    }
    total += share;
  }
  process.stdout.write(`${total} moves, ${errors.length} errors\n`);
  for (const text of errors.slice(0, 20)) process.stdout.write(`  ${text}\n`);
} finally {
  await browser.close();
}
process.exitCode = errors.length > 0 ? 1 : 0;
