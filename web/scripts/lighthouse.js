// Runs Lighthouse for first visits on a slow phone, and fails if a result is worse than its limit.
//
//   node scripts/lighthouse.js [ADDRESS …]
//
// FARADAY_URL selects a running server. By default, the script serves the built web app, compressed as in the binary.
// CHROMIUM selects the browser.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { serve } from './served.js';

// The last version that runs on the oldest Node that can build the web app.
const VERSION = '12.8.2';
const ADDRESSES = ['/', '/play/chess', '/analyze/forcefield', '/learn/magnetic'];
const LEAST = { performance: 95, accessibility: 100, 'best-practices': 100 };
const LATEST_PAINT_MS = 2500;
const FLAGS = [
  '--headless=new',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Returns the report of one visit. */
async function visit(url, folder) {
  const output = path.join(folder, 'report.json');
  const given = [
    ...['--yes', `lighthouse@${VERSION}`, url, '--quiet', '--output=json', `--output-path=${output}`],
    `--only-categories=${Object.keys(LEAST).join(',')}`,
    `--chrome-flags=${FLAGS.join(' ')}`,
  ];
  const env = {
    ...process.env,
    CHROME_PATH: process.env.CHROMIUM ?? process.env.CHROME_PATH ?? '/usr/bin/chromium',
  };
  const status = await new Promise((resolve) =>
    spawn('npx', given, { env, stdio: ['ignore', 'ignore', 'inherit'] }).on('close', resolve),
  );
  if (status !== 0) throw new Error(`Lighthouse exited with status ${status} for ${url}`);
  return JSON.parse(await readFile(output, 'utf8'));
}

const row = (cells) => console.log(cells.map((cell, at) => String(cell).padEnd(at === 0 ? 24 : 9)).join(''));

const folder = await mkdtemp(path.join(tmpdir(), 'lighthouse-'));
const site = process.env.FARADAY_URL ? { url: process.env.FARADAY_URL, stop: () => {} } : await serve();
const missed = [];
try {
  row(['address', 'speed', 'access', 'practice', 'FCP s', 'LCP s', 'TBT ms', 'CLS', 'SI s']);
  const asked = process.argv.slice(2);
  for (const address of asked.length > 0 ? asked : ADDRESSES) {
    const { categories, audits } = await visit(site.url + address, folder);
    const scores = Object.keys(LEAST).map((name) => Math.round(categories[name].score * 100));
    const value = (name) => audits[name].numericValue;
    const seconds = (name) => (value(name) / 1000).toFixed(2);
    row([
      address,
      ...scores,
      seconds('first-contentful-paint'),
      seconds('largest-contentful-paint'),
      Math.round(value('total-blocking-time')),
      value('cumulative-layout-shift').toFixed(3),
      seconds('speed-index'),
    ]);
    for (const [at, [name, least]] of Object.entries(LEAST).entries())
      if (scores[at] < least) missed.push(`${address}: ${name} ${scores[at]}, below ${least}`);
    const paint = value('largest-contentful-paint');
    if (paint > LATEST_PAINT_MS)
      missed.push(`${address}: largest contentful paint after ${Math.round(paint)} ms`);
    for (const name of ['accessibility', 'best-practices'])
      for (const { id, weight } of categories[name].auditRefs)
        if (weight > 0 && audits[id].score === 0) missed.push(`${address}: ${id}: ${audits[id].title}`);
  }
} finally {
  site.stop();
  await rm(folder, { recursive: true, force: true });
}
for (const line of missed) console.error(line);
process.exitCode = missed.length > 0 ? 1 : 0;
