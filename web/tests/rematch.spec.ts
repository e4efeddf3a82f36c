//! Tests of rematches: an offer waits for the other player, and the answer reaches the first player on any page.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { device, RETRIES, type OwnServer } from './ownServer';
import { expectAccessible } from './fixtures';
import { withoutPolls } from './timers';
import { twoGuests } from './twoGuests';

const ASKED = 'You have offered a rematch.';
const WANTED = 'Ada offers a rematch.';

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('remembered', (two) => ({ server, ada, grace } = two));

async function post(who: BrowserContext, path: string, data: object = {}): Promise<void> {
  const answered = await who.request.post(`${server.url}/api/v1/${path}`, {
    data,
    headers: { origin: server.url },
    maxRetries: RETRIES,
  });
  expect(answered.ok()).toBe(true);
}

/** Creates a correspondence game that Ada, as White, has lost. */
async function lost(): Promise<string> {
  const id = await server.game(ada, grace, { variant: 'chess', terms: { days: 3 } });
  await post(ada, `games/${id}/moves`, { uci: 'e2e4', ply: 0 });
  await post(ada, `games/${id}/resign`);
  return id;
}

async function open(who: BrowserContext, path: string): Promise<Page> {
  const page = await who.newPage();
  await withoutPolls(page);
  await page.goto(`${server.url}${path}`);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

test('an offer waits for a player who is away, and its answer finds the asker on another page', async () => {
  const id = await lost();
  const asker = await open(ada, `/game/${id}`);
  await button(asker, 'Rematch').click();
  await expect(asker.getByText(ASKED)).toBeVisible();
  await asker.reload();
  await expect(asker.getByText(ASKED)).toBeVisible();
  await expectAccessible(asker);
  const second = await open(ada, `/game/${id}`);
  await expect(second.getByText(ASKED)).toBeVisible();
  await second.close();
  await asker.getByRole('link', { name: 'Learn', exact: true }).click();
  await asker.waitForURL('**/learn**');

  const other = await open(grace, '/games');
  await other.getByRole('region', { name: 'Ended' }).getByRole('link', { name: 'Offers a rematch' }).click();
  await expect(other.getByRole('main').getByText(WANTED)).toBeVisible();
  await expect(other).toHaveTitle(/^Rematch\? – /);
  await expectAccessible(other);
  await other.reload();
  await expect(other.getByRole('main').getByText(WANTED)).toBeVisible();
  await button(other, 'Accept the rematch').first().click();
  await other.waitForURL((url) => /\/game\//.test(url.pathname) && !url.pathname.endsWith(id));

  await expect(notices(asker)).toContainText('Grace has accepted. Your game is on.');
  await expect(asker).toHaveTitle(/^Your game begins – /);
  await notices(asker).getByRole('button', { name: 'To the board' }).click();
  await asker.waitForURL(other.url());
  // The sides have been swapped.
  await expect(asker.getByText('Grace is to move.')).toBeVisible();
});

test('the asker takes an offer back, and hears on another page of one that was declined', async () => {
  const id = await lost();
  const [asker, other] = await Promise.all([open(ada, `/game/${id}`), open(grace, `/game/${id}`)]);
  await button(asker, 'Rematch').click();
  await expect(other.getByRole('main').getByText(WANTED)).toBeVisible();
  await button(asker, 'Withdraw').press('Enter');
  await expect(asker.locator('.moves [tabindex="0"]')).toBeFocused();
  await expect(other.getByRole('main').getByText(WANTED)).toHaveCount(0);
  await button(asker, 'Rematch').click();
  await asker.getByRole('link', { name: 'My games' }).click();
  const waiting = asker.getByRole('region', { name: 'Waiting for an opponent' });
  await expect(waiting.getByRole('link', { name: /^Rematch with Grace/ })).toHaveAttribute(
    'href',
    `/game/${id}`,
  );
  await button(other, 'Decline').click();
  // The notice disappears by itself, so it is checked first.
  await expect(notices(asker)).toContainText('Your opponent declined the rematch.');
  await expect(other.getByRole('main').getByText(WANTED)).toHaveCount(0);
  await expect(other.locator('.moves [tabindex="0"]')).toBeFocused();
});

test('an opponent on another page is called while a rematch is offered, and led to the board', async () => {
  const id = await lost();
  const other = await open(grace, '/learn');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const asker = await open(ada, `/game/${id}`);
  await button(asker, 'Rematch').click();
  await expect(notices(other)).toContainText(WANTED);
  await expect(other).toHaveTitle(/^Rematch\? – /);
  await expectAccessible(other);
  await button(asker, 'Withdraw').click();
  await expect(notices(other).getByText(WANTED)).toHaveCount(0);
  await expect(other).not.toHaveTitle(/Rematch/);
  await button(asker, 'Rematch').click();
  await expect(notices(other)).toContainText(WANTED);
  // It waits for a player who opens another page.
  await other.reload();
  await notices(other).getByRole('button', { name: 'To the board' }).click();
  await other.waitForURL(`**/game/${id}`);
  await expect(other.getByRole('main').getByText(WANTED)).toBeVisible();
  await expect(notices(other).getByText(WANTED)).toHaveCount(0);
  await button(other, 'Decline').click();
});

test('an accepted rematch with a clock opens for a player who is in the lobby', async () => {
  const id = await server.game(ada, grace, { variant: 'chess', terms: { clock: { baseMs: 300_000 } } });
  await post(ada, `games/${id}/moves`, { uci: 'e2e4', ply: 0 });
  await post(grace, `games/${id}/moves`, { uci: 'e7e5', ply: 1 });
  await post(ada, `games/${id}/resign`);
  const asker = await open(ada, `/game/${id}`);
  await button(asker, 'Rematch').click();
  await expect(asker.getByText(ASKED)).toBeVisible();
  await asker.goto(`${server.url}/lobby`);
  await post(grace, `games/${id}/rematch`);
  await asker.waitForURL((url) => /\/game\//.test(url.pathname) && !url.pathname.endsWith(id));
  await expect(notices(asker).getByText('Grace has accepted.')).toHaveCount(0);
});

test('a spectator is led to the rematch once it has begun', async ({ browser }) => {
  const id = await lost();
  const spectator = await open(await device(browser), `/game/${id}`);
  await expect(spectator.getByRole('region', { name: 'Moves' })).toBeVisible();
  await post(grace, `games/${id}/rematch`);
  await post(ada, `games/${id}/rematch`);
  await expect(spectator.getByText('The rematch has begun.')).toBeVisible();
  await spectator.getByRole('link', { name: 'Watch the rematch' }).first().click();
  await spectator.waitForURL((url) => /\/game\//.test(url.pathname) && !url.pathname.endsWith(id));
  await spectator.close();
});
