// Serves the built web app, compressed as in the binary, for scripts that measure first visits.
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

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

/** Serves the built web app on a free port. Files are compressed on the first request. */
export async function serve() {
  const packed = new Map();
  const read = async (file) => {
    if (!packed.has(file)) packed.set(file, brotliCompressSync(await readFile(file)));
    return packed.get(file);
  };
  const server = createServer(async ({ url }, answer) => {
    const { pathname } = new URL(url, 'http://page');
    const name = path.extname(pathname) === '' ? 'index.html' : pathname.slice(1);
    try {
      if (pathname === '/api/v1/site') {
        answer.writeHead(200, { 'Content-Type': TYPES['.json'] }).end('{"signUp":"open"}');
        return;
      }
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
