//! Tests of the inbox, of its bell, and of the settings of notices.
import type { Page } from '@playwright/test';

import { expect, expectAccessible, open, test } from './fixtures';
import { NoticeStub, NOW, someNotices } from './noticeStub';
import { withoutPolls } from './timers';

test.use({ visit: 'first' });

let stub: NoticeStub;

test.beforeEach(async ({ page }) => {
  stub = new NoticeStub();
  await stub.attach(page);
  await page.clock.setFixedTime(NOW);
});

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Inbox' });
const rows = (page: Page) => page.getByRole('main').getByRole('listitem');
const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });

test('the inbox lists notices of every kind, and each leads to what it is about', async ({ page }) => {
  await open(page, '/inbox');
  await expect(page).toHaveTitle('Inbox · Faraday');
  await expect(rows(page)).toHaveCount(9);
  const texts = [
    'New: Your turn against Grace',
    'New: Your time against Blaise is running out',
    'Your game against Grace is over',
    'Emmy wants to play Force Field Chess with you',
    'Grace has accepted: your game has begun',
    'Grace offers a rematch',
    'A device now receives your notifications',
    'A device was signed in as you',
    'You get no more email: your address refused three emails in a row',
  ];
  for (const [at, text] of texts.entries()) await expect(rows(page).nth(at)).toContainText(text);
  const paths = ['/game/aB3dE6gH', '/game/bB3dE6gH', '/game/aB3dE6gH', '/challenge/cB3dE6gH'];
  await expect(rows(page).nth(1)).toContainText('Chess · 6 hours left · 8:30 AM');
  await expect(rows(page).nth(2)).toContainText('Magnetic Chess · You won · Nov 26');
  for (const [at, path] of paths.entries())
    await expect(rows(page).nth(at).getByRole('link')).toHaveAttribute('href', path);
  await expectAccessible(page);
});

test('the bell says how many are unread; opening one of them or all of them reads them', async ({ page }) => {
  await open(page, '/about');
  await expect(bell(page)).toHaveAccessibleName('Inbox 2 unread notifications');
  await bell(page).press('Enter');
  await expect(bell(page)).toHaveAttribute('aria-current', 'page');
  await rows(page).first().getByRole('link').press('Enter');
  await page.waitForURL('**/game/aB3dE6gH');
  await expect(bell(page)).toHaveAccessibleName('Inbox 1 unread notification');
  await bell(page).click();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect(page.getByText('New:')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Mark all as read' })).toHaveCount(0);
  await expect(bell(page)).toHaveAccessibleName('Inbox');
  expect(stub.changes.filter((change) => change.includes('read'))).toEqual([
    'POST notices/read {"game":"aB3dE6gH"}',
    'POST notices/read {"all":true}',
  ]);
});

test('a turn in the game on the screen is read at once, but not in a hidden tab', async ({ page }) => {
  const hide = (isHidden: boolean): Promise<void> =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, isHidden);
  stub.notices = [];
  await open(page, '/inbox');
  await page.evaluate(() => history.pushState(null, '', '/game/aB3dE6gH'));
  await page.evaluate(() => dispatchEvent(new PopStateEvent('popstate')));
  await hide(true);
  stub.add({ key: 'turn/7', kind: 'turn', at: NOW, game: 'aB3dE6gH' });
  await expect(bell(page)).toHaveAccessibleName('Inbox 1 unread notification');
  await hide(false);
  await expect(bell(page)).toHaveAccessibleName('Inbox');
  stub.add({ key: 'turn/8', kind: 'turn', at: NOW, game: 'bB3dE6gH' });
  await expect(bell(page)).toHaveAccessibleName('Inbox 1 unread notification');
  stub.add({ key: 'turn/9', kind: 'turn', at: NOW, game: 'aB3dE6gH' });
  await expect.poll(() => stub.notices.filter(({ readAt }) => readAt !== undefined).length).toBe(2);
  const read = stub.changes.filter((change) => change.includes('notices/read'));
  expect(read).toEqual(Array(2).fill('POST notices/read {"game":"aB3dE6gH"}'));
});

test('older notices come on request, and stay when newer ones arrive', async ({ page }) => {
  stub.page = 5;
  await withoutPolls(page);
  await open(page, '/inbox');
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(rows(page)).toHaveCount(9);
  await expect(page.getByRole('button', { name: 'Show more' })).toHaveCount(0);
  stub.add({ key: 'turn/7', kind: 'turn', at: NOW, game: 'dB3dE6gH', variant: 'chess', opponent: 'Max' });
  await expect(rows(page)).toHaveCount(10);
  await expect(rows(page).first()).toContainText('New: Your turn against Max');
  await expect(bell(page)).toHaveAccessibleName('Inbox 3 unread notifications');
  await expect(page.locator('[data-announce="polite"]')).toContainText('3 unread notifications');
});

test('without notices and without a network, the inbox says so', async ({ page, context }) => {
  stub.notices = [];
  await open(page, '/inbox');
  await expect(page.getByRole('main')).toContainText('No notifications yet.');
  stub.notices = someNotices();
  await page.reload();
  await expect(rows(page)).toHaveCount(9);
  await context.setOffline(true);
  await expect(page.getByRole('main')).toContainText('You are offline. There may be newer notifications.');
  await expect(rows(page)).toHaveCount(9);
  await context.setOffline(false);
});

test('channels are switched kind by kind, also from the inbox by the keyboard', async ({ page }) => {
  await open(page, '/inbox');
  await page.getByRole('button', { name: 'Notification settings' }).press('Enter');
  const heading = settings(page).getByRole('heading', { name: 'Notifications' });
  await expect(heading).toBeInViewport();
  await expect(settings(page).getByRole('heading', { name: 'Settings' })).toBeInViewport();
  const box = settings(page).getByRole('checkbox', { name: 'Your turn: Devices' });
  await box.press('Space');
  await expect(box).not.toBeChecked();
  await expect.poll(() => stub.changes.at(-1)).toContain('{"turn":{"app":true,"push":false,"mail":false}}');
  await expect(settings(page).getByRole('checkbox')).toHaveCount(18);
  await expectAccessible(page);
});

test('a notice about a device leads to the settings', async ({ page }) => {
  stub.notices = [{ key: 'security/d1', kind: 'security', at: NOW, device: 'd1' }];
  await open(page, '/inbox');
  await rows(page).filter({ hasText: 'A device now receives' }).getByRole('link').click();
  await expect(page).toHaveURL(/\/settings$/);
  await expect(page).toHaveTitle(/Settings · Faraday$/);
  await expect.poll(() => stub.changes).toContain('POST notices/read {"keys":["security/d1"]}');
  await expect(settings(page).getByRole('heading', { name: 'Notifications' })).toBeInViewport();
});

test('devices show their last message and its failure, and can be tested and removed', async ({ page }) => {
  stub.settings['devices'] = [
    { id: 'd1', agent: 'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36', lastOkAt: NOW },
    {
      id: 'd2',
      agent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0',
      lastError: { kind: 'refused', detail: '500 try later' },
    },
  ];
  await open(page, '/inbox');
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const devices = settings(page)
    .getByRole('list', { name: 'Devices that get notifications' })
    .getByRole('listitem');
  await expect(devices.nth(0)).toContainText('Chrome on Android');
  await expect(devices.nth(0)).toContainText('Last sent:');
  await expect(devices.nth(1)).toContainText('Nothing sent yet');
  await expect(devices.nth(1)).toContainText(
    'Last message failed: its push service refused the message (500 try later)',
  );
  await devices.nth(0).getByRole('button', { name: 'Send a test' }).click();
  await expect(page.locator('.notice')).toContainText('A test message is on its way.');
  await devices.nth(1).getByRole('button', { name: 'Remove' }).click();
  await expect.poll(() => stub.changes).toContain('DELETE notices/devices/d2');
  expect(stub.changes).toContain('POST notices/devices/d1/test');
  await expectAccessible(page);
});

test('an email address is set, confirmed, and removed', async ({ page }) => {
  await open(page, '/inbox');
  await page.getByRole('button', { name: 'Notification settings' }).click();
  await settings(page).getByLabel('Your email address.').fill('ada@example.org');
  await page.keyboard.press('Enter');
  await expect(settings(page)).toContainText('Not confirmed yet');
  await expect(settings(page).getByRole('button', { name: 'Send the link again' })).toBeVisible();
  await expectAccessible(page);
  stub.settings['email'] = {
    address: 'ada@example.org',
    verifiedAt: NOW,
    digest: true,
    failures: 1,
    lastError: { kind: 'refused', detail: '452' },
  };
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notification settings' }).click();
  await expect(settings(page)).toContainText('Last email failed: the mail server refused it (452)');
  await settings(page).getByRole('switch', { name: 'Daily summary' }).uncheck();
  await expect.poll(() => stub.changes.at(-1)).toBe('PATCH notices/settings {"digest":false}');
  Object.assign(stub.settings['email'] as object, { failures: 3 });
  await settings(page).getByRole('checkbox', { name: 'A game is over: Email' }).check();
  await expect(settings(page)).toContainText('Email is off because three messages in a row failed.');
  await settings(page).getByRole('button', { name: 'Send the link again' }).click();
  await expect(settings(page)).toContainText('Not confirmed yet');
  await settings(page).getByRole('button', { name: 'Remove the address' }).click();
  await expect(settings(page).getByLabel('Your email address.')).toBeVisible();
});

test('the bell and the inbox fit at every width', async ({ page }) => {
  await open(page, '/inbox');
  const areas = page.getByRole('navigation', { name: 'Games', exact: true });
  for (const width of [320, 360, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(over, `at ${String(width)}`).toBeLessThanOrEqual(0);
    await expect(bell(page), `at ${String(width)}`).toBeInViewport({ ratio: 1 });
    for (const area of ['Play', 'Analyze', 'Learn', 'Puzzles'])
      await expect(areas.getByRole('link', { name: area, exact: true })).toBeInViewport({ ratio: 1 });
  }
});

test('the language and the time zone are sent once', async ({ page }) => {
  await open(page, '/about');
  await expect.poll(() => stub.changes.filter((change) => change.includes('timeZone')).length).toBe(1);
  expect(stub.changes.join()).toContain('"language":"en"');
  await open(page, '/inbox');
  await expect(rows(page)).toHaveCount(9);
  expect(stub.changes.filter((change) => change.includes('timeZone'))).toHaveLength(1);
});

test('without a session, nothing is requested', async ({ page, context }) => {
  const fresh = await context.newPage();
  const requests: string[] = [];
  fresh.on('request', (request) => {
    if (request.url().includes('/api/v1/notices')) requests.push(request.url());
  });
  await fresh.route('**/api/v1/session', (route) => route.fulfill({ json: { who: null } }));
  await open(fresh, '/inbox');
  await expect(fresh.getByRole('main')).toContainText('No notifications yet.');
  await expect(bell(fresh)).toHaveCount(0);
  await fresh.getByRole('button', { name: 'Notification settings' }).click();
  await expect(settings(fresh)).toContainText('You get notifications once you play other people.');
  expect(requests).toEqual([]);
  await fresh.close();
  await page.close();
});
