//! Tests of games with clocks while the player is on another page, and of a move made without a connection.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import type { OwnServer } from './ownServer';
import { remember, twoGuests } from './twoGuests';

const CLOCK = { clock: { baseMs: 300_000, incrementMs: 0 } };

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;
const begun: string[] = [];

twoGuests('remembered', (two) => ({ server, ada, grace } = two));
test.afterEach(async () => {
  // A running game would show its bar in the next test.
  const headers = { origin: server.url };
  for (const id of begun.splice(0))
    await ada.request.post(`${server.url}/api/v1/games/${id}/resign`, { headers });
});

const moves = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');
const bar = (page: Page) => page.getByRole('complementary', { name: 'Your running game' });

async function seated(): Promise<{ id: string; white: Page; black: Page }> {
  const id = await server.game(ada, grace, { variant: 'chess', terms: CLOCK });
  begun.push(id);
  const [white, black] = await Promise.all([server.openGame(ada, id), server.openGame(grace, id)]);
  return { id, white, black };
}

async function play(page: Page, others: Page, from: string, to: string): Promise<void> {
  const count = await moves(page).count();
  await new Board(page).click(from, to);
  for (const one of [page, others]) await expect(moves(one)).toHaveCount(count + 1);
  await expect(page.locator('.pending')).toHaveCount(0);
}

test('who reads a rule of the refusal stays at the board', async () => {
  const { white, black } = await seated();
  await play(white, black, 'e2', 'e4');
  await play(black, white, 'e7', 'e5');
  await new Board(white).click('d1', 'd7');
  await white.locator('.why a').click();
  await expect(white.getByRole('dialog')).toContainText(/Rule C\.2/);
  await expect(white.getByRole('dialog').getByRole('timer')).toHaveCount(2);
  expect(white.url()).toContain('/game/');
  await white.keyboard.press('Escape');
  await play(white, black, 'd2', 'd4');
});

test('who is on another page is at the game, is called, and is led back', async () => {
  const { id, white, black } = await seated();
  await play(white, black, 'e2', 'e4');
  await play(black, white, 'e7', 'e5');
  await play(white, black, 'd2', 'd4');
  // The app is a single page: internal links do not reload it.
  await white.getByRole('link', { name: 'Learn', exact: true }).first().click();
  await expect(white).toHaveURL(/\/learn/);
  await expect(bar(white)).toContainText('Grace is to move');
  await expect(black.locator('.plate').filter({ hasText: 'Ada' }).locator('.here')).toBeVisible();
  await expect(black.getByText('Ada has left')).toHaveCount(0);
  await new Board(black).click('d7', 'd5');
  await expect(bar(white)).toContainText('Your clock is running against Grace');
  await expect(bar(white).getByRole('timer')).toHaveText(/^[45]:\d\d$/);
  await expect(white).toHaveTitle(/Grace is waiting/);
  // Also after a reload.
  await white.reload();
  await expect(bar(white)).toContainText('Your clock is running against Grace');
  await bar(white).getByRole('link', { name: 'To the board' }).click();
  await expect(white).toHaveURL(new RegExp(id));
  await expect(bar(white)).toHaveCount(0);
  await expect(white).not.toHaveTitle(/is waiting/);
  await expect(moves(white)).toHaveCount(4);
  await play(white, black, 'g1', 'f3');
  // The end of the game is announced on other pages as well.
  await white.getByRole('link', { name: 'Learn', exact: true }).first().click();
  await expect(bar(white)).toBeVisible();
  await black.getByRole('button', { name: 'Resign', exact: true }).first().click();
  await black.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(white.getByText('Your game against Grace has ended.').first()).toBeVisible();
  await expect(bar(white)).toHaveCount(0);
});

test('a move that was made without a connection is sent by the next page', async () => {
  const { id, white, black } = await seated();
  await play(white, black, 'e2', 'e4');
  await play(black, white, 'e7', 'e5');
  await server.kill();
  await expect(white.getByText('Reconnecting').first()).toBeVisible();
  await new Board(white).click('d2', 'd4');
  await expect(white.getByText('Your move will be sent').first()).toBeVisible();
  await white.close();
  await server.run();
  // Any page of the app sends it.
  const next = await ada.newPage();
  await next.goto(`${server.url}/learn`);
  await expect(moves(black)).toHaveCount(3);
  await next.goto(`${server.url}/game/${id}`);
  await expect(moves(next)).toHaveCount(3);
});

test('another person on the device does not send it', async ({ browser }) => {
  const { white, black } = await seated();
  await play(white, black, 'e2', 'e4');
  await play(black, white, 'e7', 'e5');
  await server.kill();
  await expect(white.getByText('Reconnecting').first()).toBeVisible();
  await new Board(white).click('d2', 'd4');
  await expect(white.getByText('Your move will be sent').first()).toBeVisible();
  const unsent = await white.evaluate(() => localStorage.getItem('faraday.live.unsent'));
  expect(unsent).toContain('d2d4');
  await white.close();
  await server.run();
  const wu = await server.guest(browser, 'Wu');
  await remember(server, wu);
  await wu.addInitScript((text) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('faraday.live.unsent', text);
  }, unsent ?? '');
  const page = await wu.newPage();
  await page.goto(`${server.url}/learn`);
  await page.waitForTimeout(2000);
  await expect(moves(black)).toHaveCount(2);
  expect(await page.evaluate(() => localStorage.getItem('faraday.live.unsent'))).toContain('d2d4');
  await wu.close();
});
