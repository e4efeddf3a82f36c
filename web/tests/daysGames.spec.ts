//! Tests of correspondence games at the board and in the list: deadlines, the confirmation of moves, and the next game.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import { expectAccessible } from './fixtures';
import { device, type OwnServer } from './ownServer';
import { twoGuests } from './twoGuests';
import { expectNoOverflow } from './visibility';

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('remembered', (two) => ({ server, ada, grace } = two));

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

const list = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const newGame = (days = 3) => server.game(ada, grace, { variant: 'chess', terms: { days } });

test('a move is sent only after its confirmation, which Enter gives and Escape refuses', async () => {
  const id = await newGame();
  const [page, other] = [await server.openGame(ada, id), await server.openGame(grace, id)];
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await new Board(page).click('e2', 'e4');
    await expect(page.getByText('Send e4?')).toBeVisible();
    await expect(button(page, 'Send')).toBeInViewport({ ratio: 1 });
    await expect(button(page, 'Cancel')).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByText('Send e4?')).toHaveCount(0);
    await expect(list(page)).toHaveCount(0);
  }
  await page.setViewportSize(DESKTOP);
  const field = page.getByRole('textbox', { name: 'Move' });
  await field.fill('d4');
  await field.press('Enter');
  await expect(page.getByText('Send d4?')).toBeVisible();
  await expect(list(other)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(list(other)).toHaveText(['d4']);
  await expect(page.getByText('Grace is to move.')).toBeVisible();
});

test('a game on a phone has links to the inbox and to the games', async () => {
  const page = await server.openGame(ada, await newGame());
  const header = page.getByRole('banner');
  for (const width of [320, 360, 390]) {
    await page.setViewportSize({ width, height: 700 });
    for (const name of ['My games', 'Inbox'])
      await expect(header.getByRole('link', { name }), name).toBeInViewport({ ratio: 1 });
    await expect(header.getByRole('button', { name: 'Settings' })).toBeInViewport({ ratio: 1 });
    await expectNoOverflow(page, String(width));
  }
  // The last one is that of the other tests.
  for (const language of ['de', 'en']) {
    await header.getByRole('button', { name: /^(Settings|Einstellungen)$/ }).click();
    await page.getByRole('dialog').locator('select:has([lang="de"])').selectOption(language);
    await page.keyboard.press('Escape');
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    const { height = 0 } = (await header.boundingBox()) ?? {};
    expect(height, `one line in ${language}`).toBeLessThan(60);
  }
  await header.getByRole('link', { name: 'Inbox' }).click();
  await page.waitForURL('**/inbox');
});

test('in zen mode the question is next to the board', async () => {
  const page = await server.openGame(ada, await newGame());
  await page.keyboard.press('z');
  await new Board(page).click('e2', 'e4');
  await expect(button(page, 'Send')).toBeInViewport({ ratio: 1 });
  await button(page, 'Send').click();
  await page.keyboard.press('z');
  await expect(page.getByText('Grace is to move.')).toBeVisible();
});

test('without the setting, a move is sent at once', async () => {
  const id = await newGame();
  const page = await server.openGame(ada, id);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Confirm moves in correspondence games' }).uncheck();
  await page.keyboard.press('Escape');
  await new Board(page).click('e2', 'e4');
  await expect(page.getByText('Grace is to move.')).toBeVisible();
  await page.evaluate(() => localStorage.removeItem('faraday.settings'));
});

test('the time for a move is shown with its end, in the time zone of the player', async ({ browser }) => {
  const id = await newGame(1);
  await server.openGame(ada, id);
  const state = await ada.storageState();
  const times: string[] = [];
  for (const timezoneId of ['Asia/Tokyo', 'Europe/Berlin']) {
    const there = await device(browser, { timezoneId, storageState: state });
    const page = await server.openGame(there, id);
    const timer = page.getByRole('region', { name: /^White/ }).getByRole('timer');
    await expect(timer).toHaveText(/^(1 day|23:\d\d:\d\d) until \w{3},?\s?\d+:\d\d/);
    times.push((await timer.textContent())?.replace(/.*until/, '') ?? '');
    await page.goto(`${server.url}/games`);
    await expect(page.getByRole('link', { name: 'Grace' }).first()).toContainText(/left · until\s\w{3}/);
    await there.close();
  }
  expect(times[0]).not.toBe(times[1]);
});

test('the list begins with the games that wait, the shortest time first', async () => {
  const page = await ada.newPage();
  await newGame(14);
  await newGame(7);
  await server.game(grace, ada, { variant: 'chess', terms: { days: 2 } });
  await page.goto(`${server.url}/games`);
  const heads = page.getByRole('region', { name: 'Running' }).getByRole('heading', { level: 3 });
  await expect(heads.first()).toHaveText(/^Your turn \(\d+\)$/);
  await expect(heads.last()).toHaveText(/^Opponent’s turn \(\d+\)$/);
  const yours = page.getByRole('region', { name: 'Running' }).locator('ul').first().getByRole('link');
  const days = (await yours.allTextContents()).map((text) => Number(/(\d+) days? per move/.exec(text)?.[1]));
  expect(days.length).toBeGreaterThan(1);
  expect(days).toEqual([...days].sort((one, two) => one - two));
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
});

test('one key opens game after game, and a move can lead on', async () => {
  const ids = [await newGame(1), await newGame(2)];
  const page = await ada.newPage();
  await page.goto(`${server.url}/learn`);
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'My games' }).locator('.count'),
  ).toBeVisible();
  const seen = new Set<string>();
  const total = Number(
    await page.getByRole('banner').getByRole('link', { name: 'My games' }).locator('.count').textContent(),
  );
  for (let at = 0; at < total; at += 1) {
    const before = page.url();
    // It works on a board with the focus, although letters of pieces find them there.
    if (at > 0) await page.getByRole('grid').focus();
    await page.keyboard.press('g');
    await expect.poll(() => page.url()).not.toBe(before);
    await page.locator('.plate .here').first().waitFor();
    seen.add(page.url());
  }
  expect(seen.size).toBe(total);
  await page.goto(`${server.url}/game/${ids[0] ?? ''}`);
  await page.locator('.plate .here').first().waitFor();
  await moveAndSendOn(page);
  await page.waitForURL((url) => !url.pathname.endsWith(ids[0] ?? '') && url.pathname.startsWith('/game/'));
  await page.keyboard.press('?');
  await expect(page.getByText('Go to the next game waiting for your move')).toBeVisible();
});

async function moveAndSendOn(page: Page): Promise<void> {
  await new Board(page).click('e2', 'e4');
  await button(page, 'Send, next game').click();
}
