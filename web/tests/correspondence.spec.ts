//! A correspondence game between two browsers, from the challenge to a tablebase claim. The server, its push
//! messages, and the service worker are real; only the push service belongs to the test.
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import { moveAndSend } from './onlineGame';
import { OwnServer } from './ownServer';
import { answerSubscribe, clickNotification, closeNotifications, deliver, shown } from './pushMessages';
import { PushService } from './pushService';
import { present } from './rules';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');

const ROOK = '8/8/8/8/8/2k5/1R6/K7 w - - 0 1';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const header = (page: Page, name: string) => page.getByRole('banner').getByRole('link', { name });
const moves = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');
const plate = (page: Page, color: 'White' | 'Black') =>
  page.getByRole('region', { name: new RegExp(`^${color}`) });
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

let service: PushService;
let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

test.beforeEach(async ({ browser }) => {
  service = await PushService.start();
  const environment = { SSL_CERT_FILE: service.authority };
  server = await OwnServer.start({ options: ['--push-host', service.host], environment });
  [ada, grace] = [await visitor(browser), await visitor(browser)];
});
test.afterEach(async () => {
  await ada.close();
  await grace.close();
  await server.stop();
  service.stop();
});

/** Opens a browser that permits notifications, and has never been on the site. */
async function visitor(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    reducedMotion: 'reduce',
  });
  await context.grantPermissions(['notifications'], { origin: server.url });
  await answerSubscribe(context, (key) => service.subscribe(key));
  return context;
}

/** Begins a game with a reserve from a rook ending, by a link. Returns both boards. */
async function beginGame(): Promise<{ white: Page; black: Page; id: string }> {
  const [white, black] = [await ada.newPage(), await grace.newPage()];
  await white.goto(`${server.url}/friend/chess?${new URLSearchParams({ fen: ROOK }).toString()}`);
  for (const choice of ['Reserve', '3 days + 12 h', 'White'])
    await white.getByRole('radio', { name: choice, exact: true }).check();
  await white.getByLabel('Your name').fill('Ada');
  await button(white, 'Make the link').click();
  await black.goto(await white.getByLabel('Link to the challenge').inputValue());
  await expect(black.getByRole('heading', { level: 1 })).toHaveText('Ada wants to play Chess with you');
  await expect(black.getByText('3 days + 12 hours per move')).toBeVisible();
  await black.getByLabel('Your name').fill('Grace');
  await button(black, 'Accept').click();
  for (const page of [white, black]) {
    await page.waitForURL('**/game/*');
    await page.locator('.plate .here').first().waitFor();
  }
  return { white, black, id: present(new URL(white.url()).pathname.split('/').pop()) };
}

/** Makes the server send a test message. Returns what the push service gets. */
async function testMessage(page: Page, count: number): Promise<string> {
  await button(page, 'Notification settings').click();
  const send = settings(page).getByRole('button', { name: /^Send a test/ });
  await send.click();
  const { text } = await service.delivered('test', count);
  // The button waits for the result.
  await expect(settings(page)).toContainText('Last sent');
  await expect(send).toBeEnabled();
  await page.keyboard.press('Escape');
  return text;
}

/** Switches push messages on, and checks them by a test message. */
async function switchPushOn(page: Page): Promise<void> {
  await header(page, 'Inbox').click();
  await button(page, 'Notification settings').click();
  await settings(page).getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(settings(page)).toContainText('This device gets notifications even while the app is closed.');
  await page.keyboard.press('Escape');
  await deliver(page, await testMessage(page, 1));
  expect(await shown(page)).toEqual([expect.stringContaining('Notifications work')]);
  await closeNotifications(page);
}

test('a correspondence game goes from a challenge through push messages and leave to a claim', async () => {
  const { white, black, id } = await beginGame();

  await test.step('first moves', async () => {
    await moveAndSend(white, 'b2', 'b8');
    await expect(moves(black)).toHaveText(['Rb8']);
    await moveAndSend(black, 'c3', 'd4');
    await expect(moves(white)).toHaveText(['Rb8', 'Kd4']);
  });

  await test.step('the turn is pushed ten seconds after the move, and shown once', async () => {
    await switchPushOn(black);
    await expect(header(black, 'Inbox')).toHaveAccessibleName('Inbox 1 unread notification');
    const before = Date.now();
    await moveAndSend(white, 'a1', 'b2');
    await expect(header(black, 'Inbox')).toHaveAccessibleName('Inbox 2 unread notifications');
    const turn = await service.delivered('turn', 1);
    expect(turn.at - before).toBeGreaterThanOrEqual(10_000);
    expect(turn.message).toMatchObject({ game: id, seq: 3, url: `/game/${id}` });
    await deliver(black, turn.text);
    const notification = `${id}: Your turn against Ada, Chess. The white king moves from a1 to b2. You have 3 days left.`;
    expect(await shown(black)).toEqual([notification]);
    expect(await clickNotification(black)).toEqual([`open /game/${id}`, '0 left']);

    await deliver(black, turn.text);
    await deliver(black, await testMessage(black, 2));
    expect(await shown(black)).toEqual([expect.stringContaining('Notifications work')]);
    expect(service.deliveries('turn')).toHaveLength(1);
    await black.goto(`${server.url}/game/${id}`);
    await expect(header(black, 'Inbox')).toHaveAccessibleName('Inbox 1 unread notification');
  });

  await test.step('a conditional move is answered by the server', async () => {
    await white.getByRole('toolbar').getByRole('button', { name: 'Plan', exact: true }).click();
    const dialog = white.getByRole('dialog', { name: 'Conditional moves' });
    await new Board(white, dialog.locator('.board')).click('d4', 'e4', 'b2', 'c3');
    await expect(dialog.getByText('Saved: 1 line.')).toBeVisible();
    await white.close();
    await moveAndSend(black, 'd4', 'e4');
    await expect(moves(black)).toHaveText(['Rb8', 'Kd4', 'Kb2', 'Ke4', 'Kc3']);
  });

  const games = await ada.newPage();
  const theirs = await grace.newPage();
  await test.step('leave is taken in My games, and seen by the opponent at the board and in the list', async () => {
    await games.goto(`${server.url}/games`);
    await button(games, 'Take leave').first().click();
    const dialog = games.getByRole('dialog', { name: 'Take leave' });
    await dialog.getByRole('spinbutton', { name: 'Days' }).fill('5');
    await dialog.getByRole('button', { name: 'Take leave' }).click();
    await expect(games.getByRole('main').getByText(/^You are on leave until /)).toBeVisible();
    await expect(plate(black, 'White')).toContainText('on leave until');
    await expect(black.getByText(/^Ada is on leave until /).first()).toBeVisible();
    await moveAndSend(black, 'e4', 'e5');
    await theirs.goto(`${server.url}/games`);
    await expect(theirs.locator(`a[href$="${id}"]`)).toContainText('Opponent on leave until');
  });

  await test.step('a move in person ends the leave', async () => {
    await games.locator(`a[href$="${id}"]`).click();
    await new Board(games).click('c3', 'c4');
    await expect(games.getByText('Send Kc4? This ends your leave in all games.')).toBeVisible();
    await button(games, 'Send').click();
    await expect(moves(black).last()).toHaveText('Kc4');
    await expect(plate(black, 'White')).not.toContainText('on leave until');
    await theirs.reload();
    await expect(theirs.locator(`a[href$="${id}"]`)).toContainText('Your turn');
    await expect(theirs.locator(`a[href$="${id}"]`)).not.toContainText('on leave until');
  });

  await test.step('a win is claimed by a tablebase, which the opponent can look up', async () => {
    await games.getByRole('toolbar').getByRole('button', { name: 'Table', exact: true }).click();
    const dialog = games.getByRole('dialog', { name: 'Claim the win?' });
    await expect(dialog).toContainText(/The tablebase shows a win for you in \d+ moves/);
    await dialog.getByRole('button', { name: 'Claim the win' }).click();
    for (const page of [games, black])
      await expect(page.getByText('White wins by a tablebase claim (KRvK).').first()).toBeVisible();
    await black.getByRole('link', { name: 'The KRvK ending' }).first().click();
    await black.waitForURL('**/endgames/chess?ending=KRvK');
    await theirs.reload();
    await expect(theirs.locator(`a[href$="${id}"]`)).toContainText('tablebase claim');
  });
});
