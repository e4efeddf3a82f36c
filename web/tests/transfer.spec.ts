//! Tests of device transfer: a guest continues on another device through a one-time link.
import { expect, test, type Browser, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import { device, OwnServer, RETRIES } from './ownServer';
import { expectAccessible } from './fixtures';
import { withLastingNotices, withoutPolls } from './timers';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

const TRANSFER = 'Play on another device';

let server: OwnServer;
let grace: BrowserContext;

test.beforeAll(async ({ browser }: { browser: Browser }) => {
  server = await OwnServer.start();
  grace = await server.guest(browser, 'Grace');
});
test.afterAll(async () => {
  await grace.close();
  await server.stop();
});

/** A named guest creates a challenge and is White once Grace has accepted. Returns the game and its page. */
async function seated(context: BrowserContext, name: string): Promise<{ page: Page; game: string }> {
  const page = await context.newPage();
  await page.goto(`${server.url}/friend/chess`);
  await page.getByRole('radio', { name: 'No limit' }).check();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('textbox', { name: 'Your name' }).fill(name);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.waitForURL('**/challenge/*');
  const id = page.url().split('/').at(-1) ?? '';
  const accepted = await grace.request.post(`${server.url}/api/v1/challenges/${id}/accept`, {
    headers: { origin: server.url },
    maxRetries: RETRIES,
  });
  expect(accepted.ok()).toBe(true);
  await page.waitForURL('**/game/*');
  return { page, game: new URL(page.url()).pathname };
}

/** Opens the dialog on the page of games, creates a link, and leaves the dialog open. */
async function linkOf(page: Page): Promise<string> {
  await page.goto(`${server.url}/games`);
  await page.getByRole('button', { name: TRANSFER }).click();
  return page.getByRole('textbox', { name: 'Link for your other device' }).inputValue();
}

/** Simulates hiding a page or showing it again. */
const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

test('a guest who plays on one device moves on another, once somebody there has said so', async ({
  browser,
}) => {
  const [laptop, phone, late] = [await device(browser), await device(browser), await device(browser)];
  const { page: playing, game } = await seated(laptop, 'Ada');
  const making = await laptop.newPage();
  await withoutPolls(making, 3000);
  const link = await linkOf(making);
  expect(link).toContain(`${server.url}/transfer#`);
  await hide(making, true);

  const page = await phone.newPage();
  await withLastingNotices(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Play as Ada on this device?' })).toBeVisible();
  expect((await phone.cookies()).map(({ name }) => name)).toEqual([]);
  await page.getByRole('button', { name: 'Play as Ada' }).click();
  await page.waitForURL('**/games');
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'You are Ada on this device now.',
  );
  await page.locator(`a[href="${game}"]`).click();
  await page.locator('.plate .here').first().waitFor();
  await new Board(page).click('e2', 'e4');
  const moves = (at: Page) => at.getByRole('region', { name: 'Moves' }).getByRole('button');
  for (const at of [page, playing]) await expect(moves(at)).toHaveText(['e4']);

  // A page that becomes visible checks at once, before its next poll.
  await hide(making, false);
  await expect(making.getByRole('dialog').getByRole('status')).toHaveText(
    'The link was used: you are also playing on your other device.',
  );
  await expect(making.getByRole('img', { name: 'QR code of the link' })).toHaveCount(0);
  const other = await late.newPage();
  await other.goto(link);
  await expect(other.getByRole('alert')).toContainText('This link has been used or has expired.');
  await expectAccessible(other);
  for (const context of [laptop, phone, late]) await context.close();
});

test('the page tells who is here before somebody else takes over, and says if it is the same guest', async ({
  browser,
}) => {
  const [laptop, phone] = [await device(browser), await device(browser)];
  const { page: ada } = await seated(laptop, 'Ada');
  const { page: bob } = await seated(phone, 'Bob');
  const link = await linkOf(ada);

  const own = await laptop.newPage();
  await own.goto(link);
  await expect(own.getByText('You are already Ada on this device.')).toBeVisible();
  await expect(own.getByRole('button', { name: /^Play as/ })).toHaveCount(0);

  await bob.goto(link);
  await expect(bob.getByText('On this device you are Bob.')).toBeVisible();
  await expectAccessible(bob);
  await expect(bob.getByRole('link', { name: 'Stay signed in as Bob' })).toHaveAttribute('href', '/games');
  await bob.getByRole('main').getByRole('button', { name: TRANSFER }).click();
  await expect(bob.getByRole('dialog')).toContainText('You will be Bob on both');
  await bob.keyboard.press('Escape');
  await bob.getByRole('button', { name: 'Play as Ada' }).press('Enter');
  await bob.waitForURL('**/games');
  const games = 'a:has(.board)';
  await expect(ada.locator(games)).not.toHaveCount(0);
  await expect(bob.locator(games)).toHaveCount(await ada.locator(games).count());
  const { who } = (await (await phone.request.get(`${server.url}/api/v1/session`)).json()) as {
    who: { name: string };
  };
  expect(who.name).toBe('Ada');
  for (const context of [laptop, phone]) await context.close();
});

test('a link shows how long it works, and gives way to a new one', async ({ browser }) => {
  const context = await device(browser);
  const { page } = await seated(context, 'Ada');
  await page.clock.install();
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: TRANSFER }).click();
  const dialog = page.getByRole('dialog', { name: TRANSFER });
  const field = dialog.getByRole('textbox', { name: 'Link for your other device' });
  const first = await field.inputValue();
  await expect(dialog.getByRole('timer')).toContainText(/Valid for (10:00|9:\d\d)\./);
  await page.clock.fastForward('05:00');
  await expect(dialog.getByRole('timer')).toContainText(/Valid for (5:00|4:\d\d)\./);
  await expectAccessible(page);
  await page.clock.fastForward('05:02');
  await expect(dialog.getByRole('status')).toHaveText('This link has expired.');
  await expect(field).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Make a new link' }).click();
  await expect(field).not.toHaveValue(first);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(settings).toBeVisible();
  await context.close();
});

test('a guest puts all other devices out', async ({ browser }) => {
  const [laptop, phone] = [await device(browser), await device(browser)];
  const { page, game } = await seated(laptop, 'Ada');
  const other = await phone.newPage();
  await other.goto(await linkOf(page));
  await other.getByRole('button', { name: 'Play as Ada' }).click();
  await other.waitForURL('**/games');
  const whoIs = async (context: BrowserContext): Promise<string | undefined> => {
    const answer = await context.request.get(`${server.url}/api/v1/session`);
    return ((await answer.json()) as { who?: { name: string } }).who?.name;
  };
  expect(await whoIs(phone)).toBe('Ada');

  await page.goto(`${server.url}${game}`);
  await page.getByRole('button', { name: 'Settings' }).click();
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('button', { name: 'Sign out other devices' }).click();
  await expect(page.getByRole('region', { name: 'Notices' })).toContainText(
    'Other devices no longer play as Ada.',
  );
  await expectAccessible(page);
  expect([await whoIs(laptop), await whoIs(phone)]).toEqual(['Ada', undefined]);
  for (const context of [laptop, phone]) await context.close();
});

test('a link without its token says so', async ({ browser }) => {
  const context = await device(browser);
  const page = await context.newPage();
  await page.goto(`${server.url}/transfer`);
  await expect(page.getByRole('alert')).toContainText('Part of the link is missing.');
  await page.goto(`${server.url}/transfer#nonsense`);
  await expect(page.getByRole('alert')).toContainText('This link has been used or has expired.');
  await context.close();
});
