// What Lighthouse says of a first visit on a slow phone, and whether it is what this house asks for.
//
//   node scripts/lighthouse.js [ADDRESS …]
//
// FARADAY_URL names a server that is up. Without one the built page is served from here, compressed once as the binary
// has it. CHROMIUM names the browser.
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

// The last one that runs on the oldest Node that builds the page.
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

const dist = fileURLToPath(new URL('../dist/', import.meta.url));
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.book': 'text/plain; charset=utf-8',
  '.nnue': 'application/octet-stream',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};

/** The built page, on a port of its own. */
async function serve() {
  const packed = new Map();
  const read = async (file) => {
    if (!packed.has(file)) packed.set(file, brotliCompressSync(await readFile(file)));
    return packed.get(file);
  };
  const server = createServer(async ({ url }, answer) => {
    const { pathname } = new URL(url, 'http://page');
    const name = path.extname(pathname) === '' ? 'index.html' : pathname.slice(1);
    try {
      if (pathname.startsWith('/api/')) throw new Error('there is no server');
      const body = await read(path.join(dist, name));
      answer.writeHead(200, {
        'Content-Type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'Content-Encoding': 'br',
        'Content-Length': body.length,
        'Cache-Control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        'Cross-Origin-Opener-Policy': 'same-origin',
        'Cross-Origin-Embedder-Policy': 'require-corp',
      });
      answer.end(body);
    } catch {
      answer.writeHead(404).end();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, stop: () => server.close() };
}

/** The report of one visit. */
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
  if (status !== 0) throw new Error(`Lighthouse ended with ${status} on ${url}`);
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
      if (scores[at] < least) missed.push(`${address}: ${name} ${scores[at]}, not ${least}`);
    const paint = value('largest-contentful-paint');
    if (paint > LATEST_PAINT_MS) missed.push(`${address}: largest paint after ${Math.round(paint)} ms`);
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
