// Compares the speed of the search in Chromium with the native binary, for every variant, on one thread and on two.
// All search the starting position for the same time, in turn. Figures are medians of all rounds.
//
//   node benches/search.js [ROUNDS [MILLISECONDS]]
import { spawn } from 'node:child_process';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const web = fileURLToPath(new URL('../', import.meta.url));
const [rounds = 5, milliseconds = 2000] = process.argv.slice(2).map(Number);
const binary = process.env.FARADAY ?? path.join(web, '../target/release/faraday');
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';

const TYPES = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.json': 'application/json' };
const WORKER = `
self.onmessage = async ({ data: { threads, variant, milliseconds } }) => {
  const name = threads > 0 ? 'engine-threads/engine_threads.js' : 'engine/engine.js';
  const engines = await import('/' + name);
  await engines.default();
  if (threads > 1) await engines.initThreadPool(threads - 1);
  const engine = new engines.Engine(variant, 16);
  engine.setThreads(Math.max(threads, 1));
  engine.setPosition(undefined, []);
  engine.go({ moveTimeMs: 300 }, () => {});
  engine.newGame();
  const start = performance.now();
  const { nodes } = engine.go({ moveTimeMs: milliseconds }, () => {});
  self.postMessage(nodes / (performance.now() - start) * 1000);
};`;

/** Serves the packages with the headers that make a page cross-origin isolated. */
function serve() {
  const packages = path.join(web, 'src/pkg');
  const server = createServer((request, response) => {
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Embedder-Policy', 'require-corp');
    const { pathname } = new URL(request.url, 'http://localhost');
    if (pathname === '/') return response.setHeader('Content-Type', 'text/html').end('<!doctype html>');
    if (pathname === '/worker.js') return response.setHeader('Content-Type', 'text/javascript').end(WORKER);
    let file = path.join(packages, path.normalize(pathname));
    // The workers of a thread pool import the package by its folder.
    if (existsSync(file) && statSync(file).isDirectory()) {
      const { main } = JSON.parse(readFileSync(path.join(file, 'package.json'), 'utf8'));
      return response.writeHead(302, { Location: path.posix.join(pathname, main) }).end();
    }
    if (!existsSync(file)) return response.writeHead(404).end();
    response.setHeader('Content-Type', TYPES[path.extname(file)] ?? 'application/octet-stream');
    createReadStream(file).pipe(response);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const inBrowser = (page, threads, variant) =>
  page.evaluate(
    (order) =>
      new Promise((resolve, reject) => {
        const worker = new Worker('/worker.js', { type: 'module' });
        worker.onerror = (event) => reject(new Error(event.message));
        worker.onmessage = ({ data }) => {
          worker.terminate();
          resolve(data);
        };
        worker.postMessage(order);
      }),
    { threads, variant, milliseconds },
  );

/** Runs one search in a UCI session, and returns its nodes per second. */
async function outside(threads, variant) {
  const engine = spawn(binary, ['uci'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: engine.stdout });
  const answer = async () => {
    let speed = 0;
    for await (const line of lines) {
      speed = Number(/ nps (\d+)/.exec(line)?.[1] ?? speed);
      if (line.startsWith('bestmove')) return speed;
    }
    throw new Error('the engine exited during the search');
  };
  engine.stdin.write(
    `setoption name UCI_Variant value ${variant}\nsetoption name Threads value ${threads}\nposition startpos\n`,
  );
  engine.stdin.write(`go movetime ${milliseconds}\n`);
  const speed = await answer();
  engine.stdin.end('quit\n');
  return speed;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const millions = (value) => (value / 1e6).toFixed(2).padStart(6);

const server = await serve();
const browser = await chromium.launch({
  executablePath: browserPath,
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage();
  await page.goto(`http://127.0.0.1:${server.address().port}/`);
  const { catalog, initSync } = await import('../src/pkg/rules/rules.js');
  initSync({ module: readFileSync(path.join(web, 'src/pkg/rules/rules_bg.wasm')) });
  const variants = catalog('en').filter((variant) => variant.family === variant.id);
  console.log(`million nodes/s, median of ${rounds} rounds of ${milliseconds} ms, starting position`);
  console.log('variant       native  plain  ratio  1 thread  ratio  2 threads  against 1');
  for (const { id } of variants) {
    const speeds = { native: [], plain: [], one: [], two: [] };
    for (let round = 0; round < rounds; round++) {
      speeds.native.push(await outside(1, id));
      speeds.plain.push(await inBrowser(page, 0, id));
      speeds.one.push(await inBrowser(page, 1, id));
      speeds.two.push(await inBrowser(page, 2, id));
    }
    const [native, plain, one, two] = Object.values(speeds).map(median);
    console.log(
      `${id.padEnd(12)} ${millions(native)} ${millions(plain)} ${(plain / native).toFixed(2).padStart(6)}   ` +
        `${millions(one)} ${(one / native).toFixed(2).padStart(6)}     ${millions(two)} ${(two / one).toFixed(2).padStart(10)}`,
    );
  }
} finally {
  await browser.close();
  server.close();
}
