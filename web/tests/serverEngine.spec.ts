//! Tests of the server's engine in the app, also after the server becomes unreachable. Needs a server: `FARADAY_URL`.
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { first } from './rules';
import { expect, open, test } from './fixtures';

test.use({ visit: 'first' });

/** Starts a proxy between page and server, so that the server can go away. */
function gateway(to: string): Promise<Server> {
  const target = new URL(to);
  const server = createServer((asked, answer) => {
    const passed = request(
      {
        host: target.hostname,
        port: target.port,
        path: asked.url,
        method: asked.method,
        headers: asked.headers,
      },
      (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

test('a server that goes away in the middle of an analysis is told, and the page thinks on', async ({
  page,
  baseURL,
  consoleErrors,
}) => {
  const served = process.env['FARADAY_URL'];
  test.skip(served === undefined, 'there is no server');
  const server = await gateway(baseURL ?? '');
  try {
    const { port } = server.address() as AddressInfo;
    await open(page, `http://127.0.0.1:${port}/analyze/${first.id}`);
    const engine = page.getByRole('region', { name: 'Engine' });
    const lines = engine.getByRole('listitem');
    await engine.getByRole('switch', { name: 'Engine' }).check();
    await engine.getByLabel('Engine settings').click();
    await engine.getByRole('radio', { name: 'On the server' }).check();
    await expect(lines).toHaveCount(3, { timeout: 30_000 });
    // The browser's engine is loaded before the server goes; the offline copy is tested elsewhere.
    await engine.getByRole('radio', { name: 'In this browser' }).check();
    await expect(engine.locator('.status')).toContainText('Depth', { timeout: 30_000 });
    await engine.getByRole('radio', { name: 'On the server' }).check();
    await expect(engine.locator('.status')).toContainText('Depth', { timeout: 30_000 });
    server.close();
    server.closeAllConnections();
    await expect(page.getByText('The engine now runs in this browser.').first()).toBeVisible({
      timeout: 20_000,
    });
    await expect(engine.getByRole('radio', { name: 'In this browser' })).toBeChecked();
    await expect(lines).toHaveCount(3, { timeout: 30_000 });
    // The browser logs failed requests to the server, and failed updates of the service worker at any time.
    const isOfNetwork = /net::ERR_|An unknown error occurred when fetching the script/;
    expect(consoleErrors.splice(0).filter((text) => !isOfNetwork.test(text))).toEqual([]);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
