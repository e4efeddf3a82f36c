// Measures first visits on a slow connection: requests, bytes, and the time until the board is drawn and interactive.
//
//   node scripts/cold.js [--waterfall] [ADDRESS …]
//
// The connection is slow 4G: 1.6 Mbit/s, 150 ms. Each address is visited five times with an empty cache, and the medians
// are printed. FARADAY_URL selects a running server. By default, the script serves the built web app, compressed as in a
// release. CHROMIUM selects the browser.
import { chromium } from 'playwright-core';

import { serve } from './served.js';

const VISITS = 5;
const ADDRESSES = ['/play/chess', '/play/magnetic', '/learn/magnetic/lesson/1', '/puzzles/magnetic'];
const LIMITS = { '/play/chess': { boardMs: 3000, requests: 45 } };
/** Throughput in bytes per second. */
const LINE = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** The time after which a visit stops waiting for a board. */
const PATIENCE_MS = 15_000;

/** Runs in the page: records when the first board with clickable squares is there. */
function watch() {
  const check = () => {
    if (document.querySelector('main [data-square]'))
      // The next frame shows it.
      requestAnimationFrame(() => (window.boardMs = performance.now()));
    else requestAnimationFrame(check);
  };
  check();
}

/** Returns the measurements of one visit. */
async function visit(browser, url) {
  const context = await browser.newContext({
    viewport: { width: 1366, height: 768 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', LINE);
    const files = new Map();
    let start = 0;
    const since = (timestamp) => Math.round((timestamp - start) * 1000);
    devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      start ||= timestamp;
      files.set(requestId, { path: new URL(request.url).pathname, begun: since(timestamp) });
    });
    devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      const file = files.get(requestId);
      if (file) Object.assign(file, { ended: since(timestamp), bytes: encodedDataLength });
    });
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'load' });
    const wait = page.waitForFunction(() => window.boardMs !== undefined, null, { timeout: PATIENCE_MS });
    await wait.catch(() => undefined);
    const board = await page.evaluate(() => window.boardMs);
    const until = board ?? Infinity;
    const before = [...files.values()].filter(({ begun }) => begun <= until);
    const whole = before.filter(({ ended }) => ended <= until);
    const pieces = whole.filter(({ path }) => path.startsWith('/pieces/'));
    return {
      // The board is first drawn from the image files of the pieces.
      picture: pieces.length > 0 ? Math.max(...pieces.map(({ ended }) => ended)) : undefined,
      board,
      requests: before.length,
      bytes: whole.reduce((sum, file) => sum + file.bytes, 0),
      files: before,
    };
  } finally {
    await context.close();
  }
}

function median(values) {
  const known = values.filter((value) => value !== undefined).sort((a, b) => a - b);
  return known[Math.floor(known.length / 2)];
}

const row = (cells) => console.log(cells.map((cell, at) => String(cell).padEnd(at === 0 ? 24 : 12)).join(''));
const seconds = (ms) => (ms === undefined ? '–' : (ms / 1000).toFixed(2));

const given = process.argv.slice(2);
const showsWaterfall = given.includes('--waterfall');
const asked = given.filter((word) => !word.startsWith('--'));
const site = process.env.FARADAY_URL ? { url: process.env.FARADAY_URL, stop: () => {} } : await serve();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
});
const missed = [];
try {
  row(['address', 'picture s', 'board s', 'requests', 'KB']);
  for (const address of asked.length > 0 ? asked : ADDRESSES) {
    const visits = [];
    // The server compresses files on first use, so the first visit does not count.
    await visit(browser, site.url + address);
    for (let at = 0; at < VISITS; at += 1) visits.push(await visit(browser, site.url + address));
    const of = (name) => median(visits.map((one) => one[name]));
    row([
      address,
      seconds(of('picture')),
      seconds(of('board')),
      of('requests'),
      Math.round(of('bytes') / 1000),
    ]);
    if (showsWaterfall)
      for (const { path, begun, ended, bytes } of visits.at(-1).files)
        row([`  ${begun}–${ended ?? ''} ms`, `${((bytes ?? 0) / 1000).toFixed(1)} KB`, path]);
    const limit = LIMITS[address];
    if (limit && !(of('board') <= limit.boardMs))
      missed.push(`${address}: board after ${seconds(of('board'))} s`);
    if (limit && of('requests') > limit.requests) missed.push(`${address}: ${of('requests')} requests`);
  }
} finally {
  await browser.close();
  site.stop();
}
for (const line of missed) console.error(line);
process.exitCode = missed.length > 0 ? 1 : 0;
