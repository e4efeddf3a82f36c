//! Tests of the lobby: two people find each other through *Play now* and through the list, with a real server.
import { expect, test, type Browser, type Page } from '@playwright/test';

import { Board } from './board';
import { expectAccessible } from './fixtures';
import { member } from './members';
import { device, OwnServer } from './ownServer';
import { sideOf } from './ratedGames';
import { present } from './rules';
import { remember } from './twoGuests';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

let server: OwnServer;

test.beforeAll(async () => {
  server = await OwnServer.start();
});
test.afterEach(async ({ browser }: { browser: Browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
test.afterAll(async () => server.stop());

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name });
const playNow = (page: Page) => button(page, 'Play now').click();
const waiting = (page: Page) => page.getByRole('heading', { name: 'Waiting for an opponent' });
const idOf = (page: Page): string => present(/\/game\/(\w{8})/.exec(page.url())?.[1]);
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function only(page: Page, group: string, chosen: string): Promise<void> {
  const boxes = page.getByRole('group', { name: group }).getByRole('checkbox');
  await expect(boxes.first()).toBeVisible();
  for (const box of await boxes.all()) await box.uncheck();
  await page.getByRole('group', { name: group }).getByRole('checkbox', { name: chosen, exact: true }).check();
}

async function guest(browser: Browser, name: string, locale?: string): Promise<Page> {
  const context = await server.guest(browser, name);
  await remember(server, context);
  if (locale !== undefined)
    await context.addInitScript((language) => {
      localStorage.setItem('faraday.settings', JSON.stringify({ language }));
    }, locale);
  const page = await context.newPage();
  await page.goto(`${server.url}/lobby`);
  return page;
}

test('two members who press Play now meet in a rated game, and go on to the next', async ({ browser }) => {
  const one = await member(server, browser, 'Ada');
  await one.getByRole('link', { name: 'Play now' }).first().click();
  await expect(one.getByRole('heading', { name: 'Lobby' })).toBeVisible();
  await expect(main(one)).toContainText('No one is looking for a game');
  await expectAccessible(one);
  await only(one, 'Games', 'Magnetic Chess');
  await one.getByRole('radio', { name: 'Rated', exact: true }).check();
  await playNow(one);
  await expect(waiting(one)).toBeVisible();
  await expect(main(one)).toContainText('Magnetic Chess · 5+3 or 10+5 · Rated');
  await expect(one.getByRole('link', { name: 'Play the computer while you wait' })).toHaveAttribute(
    'href',
    '/play/magnetic',
  );
  await expectAccessible(one);

  const two = await member(server, browser, 'Ben');
  await two.goto(`${server.url}/lobby`);
  await expect(main(two).getByRole('row', { name: /Ada.*Magnetic Chess/ })).toBeVisible();
  await playNow(two);
  await Promise.all([one.waitForURL('**/game/*'), two.waitForURL('**/game/*')]);
  const game = idOf(two);
  expect(idOf(one)).toBe(game);
  await expect(main(one)).toContainText('Rated');
  const sides = [
    await sideOf(server, { page: one, name: 'Ada' }, game),
    await sideOf(server, { page: two, name: 'Ben' }, game),
  ];
  expect(sides.sort()).toEqual(['black', 'white']);

  // Ben resigns, and Ada posts the same seek again.
  const resigned = await two.request.post(`${server.url}/api/v1/games/${game}/resign`, {
    headers: { origin: server.url },
  });
  expect(resigned.ok()).toBe(true);
  await one.getByRole('button', { name: 'Next opponent' }).first().click();
  await expect(waiting(one)).toBeVisible();
  await expect(main(one)).toContainText('Magnetic Chess · 5+3 or 10+5 · Rated');
  await button(one, 'Cancel').click();
  await expect(waiting(one)).toHaveCount(0);
});

test('a seek is listed, withdrawn, and taken with one key while its maker is on another page', async ({
  browser,
}) => {
  const eve = await guest(browser, 'Eve');
  await only(eve, 'Games', 'Chess');
  await playNow(eve);
  await expect(waiting(eve)).toBeVisible();
  await button(eve, /^Withdraw your seek/).click();
  await expect(waiting(eve)).toHaveCount(0);
  await button(eve, 'Play now').press('Enter');
  await expect(eve.locator('.play')).toBeFocused();
  await expect(waiting(eve)).toBeVisible();
  // Eve visits another page, on which she is notified of the game.
  await eve.getByRole('link', { name: 'Learn' }).first().click();
  await eve.waitForURL('**/learn/*');

  const dirk = await guest(browser, 'Dirk', 'de');
  await dirk.setViewportSize({ width: 360, height: 740 });
  const row = main(dirk).getByRole('row', { name: /Eve.*Schach/ });
  await expect(row).toContainText('5+3 oder 10+5 · Ungewertet');
  expect(await overflow(dirk)).toBeLessThanOrEqual(0);
  await expectAccessible(dirk);
  await dirk.keyboard.press('t');
  await dirk.waitForURL('**/game/*');
  await expect(eve).toHaveTitle(/^Your game begins/);
  await eve.getByRole('button', { name: 'To the board' }).click();
  await eve.waitForURL(`**/game/${idOf(dirk)}`);
});

test('a seek for correspondence games stays when its maker leaves', async ({ browser }) => {
  const page = await (await device(browser)).newPage();
  await page.goto(`${server.url}/lobby`);
  await only(page, 'Games', 'Future Chess');
  for (const clock of ['5+3', '10+5']) await page.getByRole('checkbox', { name: clock }).uncheck();
  await expect(page.getByRole('alert')).toContainText('Choose at least one clock');
  await page.getByText('Correspondence games', { exact: true }).click();
  await page.getByRole('checkbox', { name: '3 days', exact: true }).check();
  await playNow(page);
  await expect(waiting(page)).toBeVisible();
  await expect(main(page)).toContainText('stays for 14 days, even if you leave');
  await page.reload();
  await expect(main(page).getByRole('row', { name: /You.*Future Chess.*3 days per move/ })).toBeVisible();
  await expect(waiting(page)).toHaveCount(0);
});

test('a member who waits for a correspondence game can look for others', async ({ browser }) => {
  const page = await member(server, browser, 'Kim');
  await page.goto(`${server.url}/lobby`);
  await only(page, 'Games', 'Emulation Chess');
  for (const clock of ['5+3', '10+5']) await page.getByRole('checkbox', { name: clock }).uncheck();
  await page.getByText('Correspondence games', { exact: true }).click();
  await page.getByRole('checkbox', { name: '3 days', exact: true }).check();
  await playNow(page);
  await expect(waiting(page)).toBeVisible();
  await page.getByRole('checkbox', { name: '7 days', exact: true }).check();
  await playNow(page);
  await expect(main(page).getByText('Emulation Chess · 3 days per move or 7 days per move')).toBeVisible();
  await button(page, 'Cancel').click();
  await expect(waiting(page)).toHaveCount(0);
});

test('while a seek waits, the house plays at once', async ({ browser }) => {
  const page = await guest(browser, 'Eve');
  await only(page, 'Games', 'Chess');
  await playNow(page);
  await expect(waiting(page)).toBeVisible();
  const form = main(page).getByRole('group').filter({ hasText: 'Play the house' });
  await expect(form.getByRole('combobox', { name: 'Game' })).toHaveValue('chess');
  await form.getByRole('radio', { name: '1', exact: true }).check();
  await expectAccessible(page);
  await button(page, 'Play level 1').click();
  await page.waitForURL('**/game/*');
  await expect(page.getByRole('region', { name: /House 1/ })).toBeVisible();
  await expect(page.getByRole('region', { name: /House 1/ }).getByRole('link')).toHaveCount(0);
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('button');
  const board = new Board(page);
  await board.square('e2').waitFor();
  const side = await page.locator('.near').innerText();
  if (side.includes('White')) await board.click('e2', 'e4');
  else {
    await expect(moves).toHaveCount(1);
    await board.click('e7', 'e5');
  }
  await expect.poll(() => moves.count()).toBeGreaterThan(1);
  await page.goto(`${server.url}/lobby`);
  await expect(waiting(page)).toHaveCount(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await main(page).getByText('Play the house').click();
  await expect(button(page, 'Play level 1')).toBeVisible();
  // The next list of seeks leaves it open.
  await page.waitForResponse((response) => response.url().endsWith('/api/v1/seeks'));
  await page.waitForResponse((response) => response.url().endsWith('/api/v1/seeks'));
  await expect(button(page, 'Play level 1')).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
});

test('the button and the way to players who wait are on the first screen', async ({ browser }) => {
  const page = await guest(browser, 'Ivy');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await expect(button(page, 'Play now')).toBeInViewport({ ratio: 1 });
  }
  const other = await guest(browser, 'Jan');
  await playNow(other);
  // Seeks of earlier tests may still be listed.
  const link = page.getByRole('link', { name: /looking for a game that suits you/ });
  await expect(link).toBeInViewport();
  await link.click();
  await expect(main(page).getByRole('row', { name: 'Jan' })).toBeInViewport();
  await button(other, 'Cancel').click();
  await expect(waiting(other)).toHaveCount(0);
});

test('a guest chooses among the games of a seek, and reads why others do not fit', async ({ browser }) => {
  const fay = await member(server, browser, 'Fay');
  await fay.goto(`${server.url}/lobby`);
  await only(fay, 'Games', 'Magnetic Chess');
  await fay.getByRole('radio', { name: 'Rated', exact: true }).check();
  await playNow(fay);
  await expect(waiting(fay)).toBeVisible();
  const gus = await guest(browser, 'Gus');
  await only(gus, 'Games', 'Chess');
  await playNow(gus);
  await expect(waiting(gus)).toBeVisible();

  const hal = await guest(browser, 'Hal');
  await hal.setViewportSize({ width: 360, height: 740 });
  const row = (name: string) => main(hal).getByRole('row', { name });
  await expect(row('Fay')).toContainText('Rated: for members only');
  await expectAccessible(hal);
  expect(await overflow(hal)).toBeLessThanOrEqual(0);
  const play = row('Fay').getByRole('button');
  await expect(play).toHaveAccessibleDescription('Rated: for members only');
  await play.press('Enter');
  await expect(hal.getByText('You need an account for rated games').first()).toBeVisible();
  await row('Gus').getByRole('combobox', { name: 'Game against Gus' }).selectOption('Chess · 10+5');
  await row('Gus').getByRole('button', { name: /^Play/ }).click();
  await hal.waitForURL('**/game/*');
  const shown = await hal.request.get(`${server.url}/api/v1/games/${idOf(hal)}`);
  expect(await shown.json()).toMatchObject({ variant: 'chess', terms: { clock: { baseMs: 600_000 } } });

  // In the first minutes after its start, the server does not let anyone wait.
  await hal.route('**/api/v1/games/*/abort', async (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { wait: 600 } }) : route.continue(),
  );
  const abort = hal.getByRole('button', { name: /^Abort/ });
  await abort.click();
  await expect(hal.getByText('you have to wait 10 minutes').first()).toBeVisible();
  await expect(main(hal)).not.toContainText('has no result');
  await abort.click();
  await expect(main(hal)).toContainText('has no result');
  await gus.goto(`${server.url}/lobby`);
  await playNow(gus);
  await expect(waiting(gus)).toBeVisible();
  await hal.goto(`${server.url}/lobby`);
  await expect(row('Gus')).toContainText(/A game between you was aborted: wait (59|60) minutes/);
});
