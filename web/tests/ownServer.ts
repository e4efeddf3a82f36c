//! A separate server for one test, which can stop and restart it. `FARADAY_BIN` names its program.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test';

import { present } from './rules';

async function freePort(): Promise<number> {
  return new Promise((found) => {
    const probe = createServer();
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => found(port));
    });
  });
}

/** The number of retries if the server closes an idle connection just as a request is sent. */
export const RETRIES = 3;

const ended = (process: ChildProcess): Promise<unknown> => new Promise((done) => process.once('exit', done));

/** Returns a device without a service worker, which would download the whole app from each test's own server. */
export const device = (browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> =>
  browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...options,
  });

/** Settings of a server beyond its address and its database. */
interface ServerSettings {
  readonly options?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export class OwnServer {
  readonly url: string;
  readonly #folder = mkdtempSync(join(tmpdir(), 'faraday-live-'));
  #process: ChildProcess | undefined;

  private constructor(
    readonly port: number,
    readonly settings: ServerSettings,
  ) {
    this.url = `http://127.0.0.1:${port}`;
  }

  /** The address of the database. */
  get database(): string {
    return `sqlite:${join(this.#folder, 'games.db')}`;
  }

  static async start(settings: ServerSettings = {}): Promise<OwnServer> {
    const server = new OwnServer(await freePort(), settings);
    await server.run();
    return server;
  }

  async run(): Promise<void> {
    const program = present(process.env['FARADAY_BIN']);
    const { options = [], environment } = this.settings;
    const all = ['serve', '--listen', `127.0.0.1:${this.port}`, '--database', this.database, ...options];
    this.#process = spawn(program, all, { stdio: 'ignore', env: { ...process.env, ...environment } });
    for (let tries = 0; tries < 1200; tries += 1) {
      const answer = await fetch(`${this.url}/api/v1/health`).catch(() => undefined);
      if (answer?.ok) return;
      await new Promise((later) => setTimeout(later, 50));
    }
    throw new Error('the server does not start');
  }

  /** Kills the process without a shutdown. */
  async kill(): Promise<void> {
    const process = present(this.#process);
    const gone = ended(process);
    process.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Creates a named guest on a new device. */
  async guest(browser: Browser, name: string): Promise<BrowserContext> {
    const context = await device(browser);
    const made = await context.request.post(`${this.url}/api/v1/session/guest`, {
      data: { name },
      headers: { origin: this.url },
      maxRetries: RETRIES,
    });
    if (!made.ok()) throw new Error(await made.text());
    return context;
  }

  /** Creates a game between two guests, the first of whom plays White. Returns its id. */
  async game(white: BrowserContext, black: BrowserContext, wanted: object): Promise<string> {
    const headers = { origin: this.url };
    const data = { side: 'white', terms: {}, ...wanted };
    const made = await white.request.post(`${this.url}/api/v1/challenges`, {
      data,
      headers,
      maxRetries: RETRIES,
    });
    if (!made.ok()) throw new Error(await made.text());
    const { id } = (await made.json()) as { id: string };
    const accepted = await black.request.post(`${this.url}/api/v1/challenges/${id}/accept`, {
      headers,
      maxRetries: RETRIES,
    });
    if (!accepted.ok()) throw new Error(await accepted.text());
    return ((await accepted.json()) as { game: string }).game;
  }

  /** Opens a game and waits for the connection. */
  async openGame(context: BrowserContext, game: string): Promise<Page> {
    const page = await context.newPage();
    await page.goto(`${this.url}/game/${game}`);
    await page.locator('.plate .here').first().waitFor();
    return page;
  }
}
