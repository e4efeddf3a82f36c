//! Two guests, Ada and Grace, who play on one server during a test.
import { test, type Browser, type BrowserContext } from '@playwright/test';

import { OwnServer } from './ownServer';

export interface TwoGuests {
  readonly server: OwnServer;
  readonly ada: BrowserContext;
  readonly grace: BrowserContext;
}

/** Stores the session of a guest in the browser, as if the guest had come by a link. */
export async function remember(server: OwnServer, guest: BrowserContext): Promise<void> {
  const session = await guest.request.get(`${server.url}/api/v1/session`);
  const { who } = (await session.json()) as { who: unknown };
  await guest.addInitScript((you) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('faraday.session', you);
  }, JSON.stringify(who));
}

/**
 * Starts a server with two guests before the tests of a spec, closes their pages after each test, and stops it at the
 * end. Browsers of `remembered` guests have the session stored.
 */
export function twoGuests(guests: 'remembered' | 'unknown', take: (two: TwoGuests) => void): void {
  test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
  test.describe.configure({ mode: 'default' });

  let two: TwoGuests | undefined;
  test.beforeAll(async ({ browser }: { browser: Browser }) => {
    const server = await OwnServer.start();
    const [ada, grace] = [await server.guest(browser, 'Ada'), await server.guest(browser, 'Grace')];
    if (guests === 'remembered') for (const guest of [ada, grace]) await remember(server, guest);
    two = { server, ada, grace };
    take(two);
  });
  test.afterEach(async () => {
    const pages = [two?.ada, two?.grace].flatMap((guest) => guest?.pages() ?? []);
    await Promise.all(pages.map((page) => page.close()));
  });
  test.afterAll(async () => {
    await two?.ada.close();
    await two?.grace.close();
    await two?.server.stop();
  });
}
