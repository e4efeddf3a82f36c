// Measures first visits to the home page with a slowed-down CPU: the time until it is painted and interactive, and the
// bytes transferred. Figures are medians of all rounds. Every round has a fresh profile, so that nothing is cached.
//
//   node benches/load.js [ROUNDS [SLOWDOWN]]
//
// FARADAY selects the binary, FARADAY_URL a running server.
import { spawn } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const web = fileURLToPath(new URL('../', import.meta.url));
const [rounds = 5, slowdown = 4] = process.argv.slice(2).map(Number);
const binary = process.env.FARADAY ?? path.join(web, '../target/release/faraday');
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
// A load is complete after this time without network traffic.
const CALM_MS = 1500;

/** Returns the server that FARADAY_URL names, or starts one. */
async function site() {
  if (process.env.FARADAY_URL) return { url: process.env.FARADAY_URL, stop: () => {} };
  const server = spawn(binary, ['serve', '--listen', '127.0.0.1:0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const [url] = /http:\/\/[0-9.:]+/.exec(line) ?? [];
    if (url) return { url, stop: () => server.kill() };
  }
  throw new Error('the server did not start');
}

/** Runs in the page: records when it is painted, and when the link on a card first works. */
function observe() {
  const noted = (window.noted = { shift: 0, blocked: 0 });
  const watch = (type, note) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch('paint', ({ name, startTime }) => name === 'first-contentful-paint' && (noted.first = startTime));
  watch('largest-contentful-paint', ({ startTime }) => (noted.largest = startTime));
  watch('layout-shift', ({ value, hadRecentInput }) => (noted.shift += hadRecentInput ? 0 : value));
  watch('longtask', ({ duration }) => (noted.blocked += Math.max(duration - 50, 0)));
  const { pushState } = history;
  // The router handles a click with `pushState` instead of loading a document. Both are suppressed here.
  const leadsOn = (link) => {
    let answered = false;
    history.pushState = () => (answered = true);
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    link.click();
    history.pushState = pushState;
    return answered;
  };
  const attempt = setInterval(() => {
    const link = document.querySelector('main article a.primary');
    if (!link || !leadsOn(link)) return;
    clearInterval(attempt);
    noted.interactive = performance.now();
  }, 10);
}

/** Resolves after `CALM_MS` without network traffic. */
const calm = (sent) =>
  new Promise((resolve) => {
    const check = setInterval(() => {
      if (Date.now() - sent.last < CALM_MS) return;
      clearInterval(check);
      resolve();
    }, 50);
  });

async function visit(browser, url) {
  const context = await browser.newContext({ locale: 'en-US' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const sent = { bytes: 0, rules: 0, last: Date.now(), paths: new Map() };
  const note = (change) => (event) => {
    change(event);
    sent.last = Date.now();
  };
  session.on(
    'Network.requestWillBeSent',
    note(({ requestId, request }) => sent.paths.set(requestId, request.url)),
  );
  session.on(
    'Network.loadingFinished',
    note(({ requestId, encodedDataLength }) => {
      sent.bytes += encodedDataLength;
      if (sent.paths.get(requestId)?.endsWith('.wasm')) sent.rules += encodedDataLength;
    }),
  );
  await session.send('Network.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  await page.addInitScript(observe);
  await page.goto(url);
  await page.waitForFunction(() => window.noted.interactive !== undefined);
  await calm(sent);
  const noted = await page.evaluate(() => window.noted);
  await context.close();
  return { ...noted, sent: sent.bytes, rules: sent.rules };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const FIGURES = {
  first: ['first contentful paint', (ms) => `${ms.toFixed(0)} ms`],
  largest: ['largest contentful paint', (ms) => `${ms.toFixed(0)} ms`],
  interactive: ['link on a card works', (ms) => `${ms.toFixed(0)} ms`],
  blocked: ['main thread blocked', (ms) => `${ms.toFixed(0)} ms`],
  shift: ['layout shift', (share) => share.toFixed(3)],
  sent: ['transferred in total', (bytes) => `${(bytes / 1000).toFixed(1)} KB`],
  rules: ['transferred for the rules', (bytes) => `${(bytes / 1000).toFixed(1)} KB`],
};

const { url, stop } = await site();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
try {
  console.log(`home at ${url}: median of ${rounds} first visits, CPU slowed down ${slowdown} times`);
  console.log(`load average of this machine: ${loadavg()[0].toFixed(1)} on ${availableParallelism()} CPUs`);
  const visits = [];
  for (let round = 0; round < rounds; round++) visits.push(await visit(browser, url));
  for (const [name, [words, written]] of Object.entries(FIGURES)) {
    const values = visits.map((each) => each[name]);
    const range = `${written(Math.min(...values))} to ${written(Math.max(...values))}`;
    console.log(`${words.padEnd(26)}${written(median(values)).padStart(10)}   ${range}`);
  }
} finally {
  await browser.close();
  stop();
}
