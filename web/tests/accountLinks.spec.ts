//! Tests of the one-time links of accounts: invitations, and the reset of a password.
import { execFileSync } from 'node:child_process';

import { expect, test, type Browser } from '@playwright/test';

import { expectAccessible } from './fixtures';
import { account, field, member, openAccount, PASSWORD, settings, signIn } from './members';
import { device, OwnServer } from './ownServer';
import { present } from './rules';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

let server: OwnServer;

test.beforeEach(async () => {
  server = await OwnServer.start();
});
test.afterEach(async ({ browser }: { browser: Browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.stop();
});

/** Creates a one-time link with the command line, while the server runs. */
function link(...args: string[]): string {
  const options = ['--database', server.database, '--public-url', server.url];
  const text = execFileSync(present(process.env['FARADAY_BIN']), ['person', ...args, ...options], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return present(/https?:\/\/\S+#\S+/.exec(text)?.[0]);
}

test('an invitation with a name and a role takes only a password, once', async ({ browser }) => {
  const address = link('invite', 'Grace', '--role', 'organizer');
  const page = await (await device(browser)).newPage();
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Welcome, Grace' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('as an organizer');
  await expect(field(page, 'Name')).toHaveCount(0);
  await expectAccessible(page);
  await field(page, 'Password').fill('password');
  await field(page, 'Password').press('Enter');
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/not a common one/);
  await expect(field(page, 'Password')).toBeFocused();
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password').press('Enter');
  await expect(account(page, 'Grace')).toBeVisible();
  // The address no longer contains the token.
  await expect(page).toHaveURL(`${server.url}/`);
  await openAccount(page, 'Grace');
  await expect(settings(page)).toContainText('Organizer, since');

  const late = await (await device(browser)).newPage();
  await late.goto(address);
  await expect(late.getByRole('alert')).toContainText('has been used or has expired');
  await expectAccessible(late);
});

test('a guest accepts an invitation without a name and keeps the game', async ({ browser }) => {
  const guest = await server.guest(browser, 'Ada');
  const grace = await server.guest(browser, 'Grace');
  const game = await server.game(guest, grace, { variant: 'chess', terms: { days: 3 } });
  const page = await guest.newPage();
  await page.goto(link('invite'));
  await expect(page.getByRole('heading', { name: 'Invitation' })).toBeVisible();
  await expect(field(page, 'Name')).toHaveValue('Ada');
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password').press('Enter');
  await expect(account(page, 'Ada')).toBeVisible();
  await page.goto(`${server.url}/games`);
  await expect(page.locator(`main a[href="/game/${game}"]`)).toBeVisible();
});

test('a reset link sets a new password, which then signs in', async ({ browser }) => {
  await (await member(server, browser, 'Ada')).close();
  const page = await (await device(browser)).newPage();
  const address = link('reset', 'Ada');
  await page.goto(address);
  await expect(page.getByRole('main')).toContainText('Choose a new password for Ada.');
  await expectAccessible(page);
  await field(page, 'New password').fill('a quite different one');
  await field(page, 'New password').press('Enter');
  await expect(page.getByRole('status')).toContainText('The password of Ada is changed.');
  await expect(page).toHaveURL(`${server.url}/sign-in`);
  await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeFocused();
  await page.keyboard.press('Enter');
  await signIn(page, 'Ada', 'a quite different one');
  await expect(account(page, 'Ada')).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('has been used or has expired');
});

test('a link without its token says that part of it is missing', async ({ browser }) => {
  const page = await (await device(browser)).newPage();
  for (const path of ['/invitation', '/reset']) {
    await page.goto(`${server.url}${path}`);
    await expect(page.getByRole('alert')).toContainText('Part of the link is missing.');
  }
});
