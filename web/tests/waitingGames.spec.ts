//! Tests of the games that wait for a player: their number in the header, and their list.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import { RETRIES, type OwnServer } from './ownServer';
import { present } from './rules';
import { withoutPolls } from './timers';
import { twoGuests } from './twoGuests';

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('remembered', (two) => ({ server, ada, grace } = two));

const count = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'My games' }).locator('.count');

async function move(player: BrowserContext, id: string, ply: number, uci: string): Promise<void> {
  const moved = await player.request.post(`${server.url}/api/v1/games/${id}/moves`, {
    data: { uci, ply },
    headers: { origin: server.url },
    maxRetries: RETRIES,
  });
  expect(moved.ok()).toBe(true);
}
const opponentMoves = (id: string): Promise<void> => move(grace, id, 0, 'e2e4');

test('the number follows every game at once, and leaves out the one on the screen', async () => {
  const wanted = [{ days: 3 }, {}, { clock: { baseMs: 300_000, incrementMs: 0 } }];
  const ids = [];
  for (const terms of wanted) ids.push(await server.game(grace, ada, { variant: 'chess', terms }));
  const clock = present(ids[2]);
  // With a clock, players have only 30 seconds for the first move.
  await move(grace, clock, 0, 'g1f3');
  await move(ada, clock, 1, 'g8f6');
  const page = await ada.newPage();
  await withoutPolls(page);
  await page.addInitScript(() => {
    Object.assign(navigator, {
      setAppBadge: (count: number) => {
        document.documentElement.dataset['badge'] = String(count);
        return Promise.resolve();
      },
    });
  });
  await page.goto(`${server.url}/learn`);
  await expect(page.getByRole('complementary', { name: 'Your running game' })).toBeVisible();
  await expect(count(page)).toHaveCount(0);
  for (const [at, id] of ids.entries()) {
    await move(grace, id, id === clock ? 2 : 0, 'e2e4');
    await expect(count(page)).toHaveText(String(at + 1));
    await expect(page.locator('html')).toHaveAttribute('data-badge', String(at + 1));
    // The title of a game whose clock is running comes first.
    if (at < 2)
      await expect(page).toHaveTitle(at === 0 ? /^Your turn in 1 game – / : /^Your turn in 2 games – /);
  }
  await page.getByRole('link', { name: 'To the board' }).click();
  await page.waitForURL(`**/game/${clock}`);
  await expect(count(page)).toHaveText('2');
  await new Board(page).click('e7', 'e5');
  await expect(page.locator('.pending')).toHaveCount(0);
  await page.getByRole('link', { name: 'My games' }).click();
  await expect(count(page)).toHaveText('2');
});

test('a move that is made just after the list was read is counted', async () => {
  const id = await server.game(grace, ada, { variant: 'chess', terms: { days: 3 } });
  const page = await ada.newPage();
  await withoutPolls(page);
  const listed = await ada.request.get(`${server.url}/api/v1/games?state=running`);
  const { games } = (await listed.json()) as { games: { yourTurn: boolean }[] };
  const waiting = games.filter(({ yourTurn }) => yourTurn).length;
  let isRead = false;
  await page.route(/\/games\?.*state=running/, async (route) => {
    const response = await route.fetch();
    if (!isRead) await opponentMoves(id);
    isRead = true;
    await route.fulfill({ response });
  });
  await page.goto(`${server.url}/learn`);
  await expect(count(page)).toHaveText(String(waiting + 1));
});

test('games against one opponent differ by side, move and time in the list', async () => {
  for (const terms of [{ days: 5 }, {}]) {
    await opponentMoves(await server.game(grace, ada, { variant: 'chess', terms }));
    await server.game(ada, grace, { variant: 'chess', terms });
  }
  const page = await ada.newPage();
  await page.goto(`${server.url}/games`);
  const rows = page.getByRole('region', { name: 'Running' }).getByRole('link');
  const row = (...parts: string[]) => parts.reduce((found, text) => found.filter({ hasText: text }), rows);
  await expect(row('5 days per move', 'You play Black · move 1', 'Your turn', '5 days left')).toHaveCount(1);
  await expect(row('5 days per move', 'You play White · move 1', 'Your turn')).toHaveCount(1);
  await expect(row('No time limit', 'You play White', 'Since ')).not.toHaveCount(0);
  await expect(row('No time limit', 'days left')).toHaveCount(0);
});

test('an open link says whose it is, which side, and until when', async () => {
  const page = await ada.newPage();
  await page.goto(`${server.url}/friend/chess`);
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.waitForURL('**/challenge/*');
  await page.getByRole('link', { name: 'My games' }).click();
  const link = page.getByRole('region', { name: 'Waiting for an opponent' }).getByRole('link');
  await expect(link).toContainText('Your open link');
  await expect(link).toContainText('You play White');
  await expect(link).toContainText('Open until');
  await page.goBack();
  await page.getByRole('button', { name: 'Withdraw the challenge' }).click();
});

test('a notice leaves the way to the games in view', async () => {
  const page = await ada.newPage();
  await page.goto(`${server.url}/friend/chess`);
  await page.getByRole('button', { name: 'Make the link' }).click();
  await page.waitForURL('**/challenge/*');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    await page.getByRole('button', { name: 'Copy the link' }).click();
    const notice = page.getByRole('region', { name: 'Notices' }).locator('.notice').first();
    await expect(notice).toBeVisible();
    // It can be clicked, because nothing covers it.
    await page.getByRole('link', { name: 'My games' }).click({ trial: true });
  }
  await page.getByRole('button', { name: 'Withdraw the challenge' }).click();
});

test('the inbox lists a turn as soon as it begins, and opening the game reads it', async () => {
  const headers = { origin: server.url };
  await ada.request.post(`${server.url}/api/v1/notices/read`, { data: { all: true }, headers });
  const page = await ada.newPage();
  await page.goto(`${server.url}/inbox`);
  const bell = page.getByRole('banner').getByRole('link', { name: 'Inbox' });
  await expect(bell).toHaveAccessibleName('Inbox');
  const id = await server.game(grace, ada, { variant: 'magnetic', terms: { days: 2 } });
  await opponentMoves(id);
  const row = page.getByRole('main').getByRole('listitem').first();
  await expect(row).toContainText('New: Your turn against Grace');
  await expect(row).toContainText(/Magnetic Chess · (1 day, 23 hours|2 days) left/);
  await expect(bell).toHaveAccessibleName('Inbox 1 unread notification');
  await row.getByRole('link').click();
  await page.waitForURL(`**/game/${id}`);
  await expect(bell).toHaveAccessibleName('Inbox');
  await page.goBack();
  await expect(row).toContainText('Your turn against Grace');
  await expect(row).not.toContainText('New:');
});
