//! Tests of lost sessions: forgotten by the browser, ended by another device, or signed out.
import { expect, test, type Browser, type BrowserContext } from '@playwright/test';

import { Board } from './board';
import { OwnServer } from './ownServer';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

test.beforeEach(async ({ browser }: { browser: Browser }) => {
  server = await OwnServer.start();
  ada = await server.guest(browser, 'Ada');
  grace = await server.guest(browser, 'Grace');
});
test.afterEach(async () => {
  await ada.close();
  await grace.close();
  await server.stop();
});

const CLOCK = { clock: { baseMs: 300_000, incrementMs: 0 } };

test('a browser that has forgotten its player is told by the server', async () => {
  const id = await server.game(ada, grace, { variant: 'chess', terms: { days: 3 } });
  const page = await ada.newPage();
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole('link', { name: /Grace/ })).toBeVisible();
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${server.url}/game/${id}`);
  await expect(page.getByRole('link', { name: /My games/ })).toBeVisible();
});

test('a device that is signed out during its game is told of it', async () => {
  const id = await server.game(ada, grace, { variant: 'chess', terms: CLOCK });
  const page = await server.openGame(ada, id);
  await expect(page.getByRole('link', { name: /My games/ })).toBeVisible();
  // Another device of the same guest, created by a link.
  const headers = { origin: server.url };
  const made = await ada.request.post(`${server.url}/api/v1/session/transfer`, { headers });
  const { url } = (await made.json()) as { url: string };
  const other = await ada.browser()?.newContext();
  const token = new URL(url).hash.slice(1);
  await other?.request.post(`${server.url}/api/v1/session/transfer/redeem`, { headers, data: { token } });
  await other?.request.delete(`${server.url}/api/v1/session/others`, { headers });
  await expect(page.getByText('You were signed out here.').first()).toBeVisible({ timeout: 20_000 });
  await expect(page).toHaveTitle(/^Signed out/);
  await page.getByRole('button', { name: 'Play on this device' }).click();
  await expect(page.getByText('scan the code').first()).toBeVisible();
  await other?.close();
});

test('a player whose move the server does not store is told of it', async () => {
  const id = await server.game(ada, grace, { variant: 'chess', terms: CLOCK });
  await ada.routeWebSocket(/\/api\/v1\/live$/, (socket) => {
    const real = socket.connectToServer();
    socket.onMessage((message) => {
      if (!message.toString().includes('"kind":"move"')) real.send(message);
    });
  });
  const page = await server.openGame(ada, id);
  await new Board(page).click('e2', 'e4');
  await expect(page.getByText('Your move is on its way')).toBeVisible();
  await expect(page.getByText('The server cannot store moves at the moment.')).toBeVisible();
});

test('the next player on a device plays as someone else', async () => {
  await server.game(ada, grace, { variant: 'chess', terms: { days: 3 } });
  const page = await ada.newPage();
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole('link', { name: /Grace/ })).toBeVisible();
  await page.goto(`${server.url}/friend/chess`);
  await page.getByRole('button', { name: 'Not Ada? Play as someone else' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out Ada here?' });
  await expect(dialog).toContainText('only from other devices');
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(dialog).toBeHidden();
  const session = await ada.request.get(`${server.url}/api/v1/session`);
  expect(((await session.json()) as { who?: unknown }).who ?? null).toBeNull();
  await page.goto(`${server.url}/games`);
  await expect(page.getByText('You have no running games')).toBeVisible();
});
