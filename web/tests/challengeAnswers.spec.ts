//! Tests that the challenger is notified of the answer to a challenge on any page.
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';

import { device, OwnServer, RETRIES } from './ownServer';
import { expectAccessible } from './fixtures';
import { withoutPolls } from './timers';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

const CALL = 'Grace has accepted. Your game is on.';

let server: OwnServer;
let grace: BrowserContext;
let ada: BrowserContext;

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  server = await OwnServer.start();
  grace = await server.guest(browser, 'Grace');
});
test.afterAll(async () => {
  await grace.close();
  await server.stop();
});
test.beforeEach(async ({ browser }) => {
  ada = await device(browser);
});
test.afterEach(async () => ada.close());

/** Ada creates a challenge through the form, as White. Returns the id of the challenge. */
async function propose(page: Page, time: 'Clock' | 'Days per move' = 'Clock'): Promise<string> {
  await page.goto(`${server.url}/friend/chess`);
  await page.getByRole('radio', { name: time, exact: true }).check();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.waitForURL('**/challenge/*');
  return page.url().split('/').at(-1) ?? '';
}

async function accept(id: string): Promise<void> {
  const answered = await grace.request.post(`${server.url}/api/v1/challenges/${id}/accept`, {
    headers: { origin: server.url },
    maxRetries: RETRIES,
  });
  expect(answered.ok()).toBe(true);
}

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });
const call = (page: Page) => notices(page).getByText(CALL);

/** Simulates hiding a page or showing it again. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('the maker is called from another page to the board, by a notice that stays', async () => {
  const page = await ada.newPage();
  await withoutPolls(page);
  const id = await propose(page, 'Days per move');
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.waitForURL('**/learn**');
  await accept(id);
  await expect(call(page)).toBeVisible();
  await expect(page).toHaveTitle(/^Your game begins – .*Faraday$/);
  await expect(page.locator('[data-announce="polite"]')).toContainText(CALL);
  await expectAccessible(page);
  // It is there after a reload, and on the next page.
  await page.reload();
  await expect(call(page)).toBeVisible();
  await page.getByRole('link', { name: 'Analyze', exact: true }).click();
  await page.waitForURL('**/analyze/**');
  await expect(call(page)).toBeVisible();
  await expect(page).toHaveTitle(/^Your game begins – Analyze/);
  await notices(page).getByRole('button', { name: 'To the board' }).click();
  await page.waitForURL('**/game/*');
  await expect(call(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Your turn – /);
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole('region', { name: 'Running' }).getByRole('link')).toHaveCount(1);
  await expect(call(page)).toHaveCount(0);
});

test('My games tells at once, and never both that a game waits and that it runs', async () => {
  const page = await ada.newPage();
  await withoutPolls(page);
  const id = await propose(page);
  await page.getByRole('link', { name: 'My games' }).click();
  const listed = (name: string) => page.getByRole('region', { name }).getByRole('link');
  const [waiting, running] = [listed('Waiting for an opponent'), listed('Running')];
  await expect(waiting).toHaveCount(1);
  // The lists are read when the page opens.
  await page.waitForLoadState('networkidle');
  await accept(id);
  await expect(running).toHaveCount(1);
  // The page does not poll, so only the message about the game can remove the challenge.
  await expect(waiting).toHaveCount(0);
  await expect(page.getByRole('link', { name: '1 game is waiting for your move' })).toBeVisible();
  // A dismissed notice stays dismissed, even after a reload.
  await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  await expect(call(page)).toHaveCount(0);
  // The notice is gone, and the clock for the first move is running.
  await expect(page).toHaveTitle(/^Grace is waiting – My games/);
  await page.reload();
  await expect(running).toHaveCount(1);
  await expect(call(page)).toHaveCount(0);
});

test('a tab that is covered calls nobody away from another one', async () => {
  const waiting = await ada.newPage();
  const id = await propose(waiting);
  await hide(waiting, true);
  const reading = await ada.newPage();
  await reading.goto(`${server.url}/learn`);
  await accept(id);
  await waiting.waitForURL('**/game/*');
  await expect(call(reading)).toBeVisible();
  await expect(call(waiting)).toHaveCount(0);
  await hide(waiting, false);
  await expect(call(reading)).toHaveCount(0);
});

test('an invitation shows whether its maker is there, and who declines ends it for nobody else', async ({
  browser,
}) => {
  const page = await ada.newPage();
  const id = await propose(page);
  const visitor = await browser.newPage();
  const late = await browser.newPage();
  for (const one of [visitor, late]) {
    await one.goto(`${server.url}/challenge/${id}`);
    await expect(one.getByText(/ is here\./)).toBeVisible();
    await expect(one.getByText('Each first move must come within 30 seconds.')).toBeVisible();
  }
  await page.close();
  await expect(visitor.getByText(/is not here at the moment/)).toBeVisible();
  await expectAccessible(visitor);
  await visitor.getByRole('button', { name: 'Decline' }).click();
  await expect(visitor.getByText(/^You have declined/)).toBeVisible();
  await visitor.getByRole('button', { name: 'Back to the invitation' }).click();
  await expect(visitor.getByRole('button', { name: 'Accept' })).toBeVisible();
  await accept(id);
  await late.getByRole('link', { name: 'Watch the game' }).click();
  await late.waitForURL('**/game/*');
  await Promise.all([visitor.close(), late.close()]);
});

test('an invitation that is looked at learns that it was withdrawn', async ({ browser }) => {
  const page = await ada.newPage();
  const id = await propose(page);
  const visitor = await browser.newPage();
  await visitor.goto(`${server.url}/challenge/${id}`);
  await expect(visitor.getByRole('button', { name: 'Accept' })).toBeVisible();
  await page.getByRole('button', { name: 'Withdraw the challenge' }).click();
  await expect(visitor.getByText('has withdrawn this challenge')).toBeVisible();
  await visitor.close();
});

test('who hears nothing live is told before long', async () => {
  const page = await ada.newPage();
  await page.routeWebSocket('**/api/v1/live', (socket) => socket.close());
  const id = await propose(page);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.waitForURL('**/learn**');
  await accept(id);
  await expect(call(page)).toBeVisible({ timeout: 40_000 });
});

test('a game that was aborted meanwhile is not said to be on', async () => {
  const page = await ada.newPage();
  const id = await propose(page);
  await page.getByRole('link', { name: 'Learn', exact: true }).click();
  await page.waitForURL('**/learn**');
  const headers = { origin: server.url };
  const accepted = await grace.request.post(`${server.url}/api/v1/challenges/${id}/accept`, { headers });
  const { game } = (await accepted.json()) as { game: string };
  await expect(call(page)).toBeVisible();
  await grace.request.post(`${server.url}/api/v1/games/${game}/abort`, { headers });
  await expect(notices(page)).toContainText('Grace accepted, but the game was aborted.', { timeout: 40_000 });
  await expect(call(page)).toHaveCount(0);
  await expect(page).toHaveTitle(/^Learn/);
  // The link works again, and the challenger is led to it.
  await page.reload();
  await notices(page).getByRole('button', { name: 'Open the invitation' }).click();
  await page.waitForURL(`**/challenge/${id}`);
  await expect(page.getByText('The last game was aborted. The link works again.')).toBeVisible();
  await expect(notices(page).getByText('Grace accepted')).toHaveCount(0);
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole('region', { name: 'Waiting for an opponent' })).toBeVisible();
  await expect(notices(page).getByText('Grace accepted')).toHaveCount(0);
  await accept(id);
  await expect(call(page)).toBeVisible();
});
