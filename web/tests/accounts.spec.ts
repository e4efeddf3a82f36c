//! Tests of accounts: signing up and in, the games of a guest, passwords, and the sessions of other devices.
import { expect, test, type Browser } from '@playwright/test';

import { Board } from './board';
import { expectAccessible } from './fixtures';
import {
  account,
  devices,
  expectSignedOut,
  field,
  member,
  openAccount,
  PASSWORD,
  secondDevice,
  settings,
  signIn,
} from './members';
import { device, OwnServer } from './ownServer';

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

test('a guest signs up during a game and keeps it, also after signing out and in', async ({ browser }) => {
  const guest = await server.guest(browser, 'Ada');
  const grace = await server.guest(browser, 'Grace');
  const game = await server.game(guest, grace, { variant: 'chess', terms: { days: 3 } });
  const page = await server.openGame(guest, game);
  await expect(page.getByRole('link', { name: 'My games' })).toBeVisible();
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveTitle(/Sign in · Faraday$/);
  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('main')).toContainText('You are playing as the guest Ada.');
  await expect(field(page, 'Name')).toHaveValue('Ada');
  await expectAccessible(page);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password').press('Enter');
  await page.waitForURL(`**/game/${game}`);
  await expect(account(page, 'Ada')).toBeVisible();
  await new Board(page).click('e2', 'e4');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('button');
  await expect(moves).toHaveText(['e4']);

  await openAccount(page, 'Ada');
  await expect(settings(page)).toContainText('Member, since');
  await expect(settings(page).getByRole('textbox', { name: 'Your name' })).toHaveCount(0);
  await expectAccessible(page);
  await settings(page).getByRole('button', { name: 'Sign out here' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign out Ada here?' });
  await expect(dialog).toContainText('stay in the account');
  await dialog.getByRole('button', { name: 'Sign out' }).click();
  await expect(account(page, 'Ada')).toHaveCount(0);
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole('main')).toContainText('You have no running games');

  await page.getByRole('banner').getByRole('link', { name: 'Sign in' }).click();
  await expectAccessible(page);
  // The server ignores the case of a name.
  await signIn(page, 'ada', PASSWORD);
  await page.waitForURL('**/games');
  await expect(account(page, 'Ada')).toBeVisible();
  await expect(page.locator(`main a[href="/game/${game}"]`)).toBeVisible();
});

test('errors are next to their fields, and the first wrong field gets the focus', async ({ browser }) => {
  await (await member(server, browser, 'Ada')).close();
  const page = await (await device(browser)).newPage();
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole('main').getByRole('button', { name: 'Sign in' }).click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveAccessibleDescription('Fill in this field.');
  await expect(field(page, 'Password')).toHaveAttribute('aria-invalid', 'true');
  await signIn(page, 'Ada', 'something else');
  await expect(field(page, 'Password')).toBeFocused();
  await expect(field(page, 'Password')).toHaveAccessibleDescription('The name or password is wrong.');
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'current-password');
  await expect(field(page, 'Name')).toHaveAttribute('autocomplete', 'username');
  await expectAccessible(page);
  await field(page, 'Password').press('a');
  await expect(field(page, 'Password')).not.toHaveAttribute('aria-invalid');

  await page.getByRole('main').getByRole('link', { name: 'Create an account' }).click();
  const create = page.getByRole('main').getByRole('button', { name: 'Create an account' });
  // The form before this one has the same fields.
  await expect(create).toBeVisible();
  await field(page, 'Name').fill('Ada Lovelace');
  await field(page, 'Password').fill('short');
  await expect(page.getByRole('main')).toContainText('Still too short.');
  await create.click();
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/^A name has 2 to 20 letters/);
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/^Use at least 8 characters\./);
  await field(page, 'Name').fill('Grace');
  await field(page, 'Password').fill('password123');
  await create.click();
  await expect(field(page, 'Password')).toBeFocused();
  await expect(field(page, 'Password')).toHaveAccessibleDescription(/not a common one/);
  await expect(field(page, 'Password')).toHaveAttribute('autocomplete', 'new-password');
  await page.getByRole('button', { name: 'Show: Password' }).click();
  await expect(field(page, 'Password')).toHaveAttribute('type', 'text');
  // The name is also taken if it only looks the same.
  await field(page, 'Name').fill('ADA');
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password').press('Enter');
  await expect(field(page, 'Name')).toBeFocused();
  await expect(field(page, 'Name')).toHaveAccessibleDescription(
    /^This name, or one that looks like it, is taken/,
  );
});

for (const keeps of [true, false]) {
  test(`a guest who signs in ${keeps ? 'takes the games along' : 'leaves the games behind'}`, async ({
    browser,
  }) => {
    await (await member(server, browser, 'Ada')).close();
    const guest = await server.guest(browser, 'Curie');
    const grace = await server.guest(browser, 'Grace');
    const game = await server.game(guest, grace, { variant: 'chess', terms: { days: 3 } });
    const page = await server.openGame(guest, game);
    await expect(page.getByRole('link', { name: 'My games' })).toBeVisible();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, 'Ada', PASSWORD);
    await expect(page.getByRole('heading', { name: 'You have 1 game as a guest' })).toBeFocused();
    await expect(page.getByRole('main')).toContainText('Curie’s games and challenges');
    await expectAccessible(page);
    await page.getByRole('button', { name: keeps ? 'Move them' : 'Leave them behind' }).click();
    await page.waitForURL(`**/game/${game}`);
    await expect(account(page, 'Ada')).toBeVisible();
    await page.goto(`${server.url}/games`);
    if (keeps) await expect(page.locator(`main a[href="/game/${game}"]`)).toBeVisible();
    else await expect(page.getByRole('main')).toContainText('You have no running games');
  });
}

test('devices are listed and signed out, one by one or all others', async ({ browser }) => {
  const first = await member(server, browser, 'Ada');
  const others = [await secondDevice(server, browser, 'Ada'), await secondDevice(server, browser, 'Ada')];
  await openAccount(first, 'Ada');
  await expect(devices(first)).toHaveCount(3);
  await expect(devices(first).first()).toContainText('Chrome on Linux this device');
  await expect(devices(first).first().getByRole('button')).toHaveCount(0);
  await devices(first).nth(1).getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(devices(first)).toHaveCount(2);
  await expect(settings(first).getByRole('heading', { name: 'Signed-in devices' })).toBeFocused();
  await settings(first).getByRole('button', { name: 'Sign out other devices' }).click();
  await expect(devices(first)).toHaveCount(1);
  for (const page of others) await expectSignedOut(page);
});

test('a new password signs out other devices, and only it signs in', async ({ browser }) => {
  const first = await member(server, browser, 'Ada');
  const second = await secondDevice(server, browser, 'Ada');
  await openAccount(first, 'Ada');
  await settings(first).getByRole('button', { name: 'Change the password' }).press('Enter');
  await expect(field(first, 'Current password')).toBeFocused();
  await field(first, 'Current password').fill('something else');
  await field(first, 'New password').fill('a quite different one');
  await field(first, 'New password').press('Enter');
  await expect(field(first, 'Current password')).toBeFocused();
  await expect(field(first, 'Current password')).toHaveAccessibleDescription('This password is wrong.');
  await field(first, 'Current password').fill(PASSWORD);
  await expectAccessible(first);
  await field(first, 'New password').press('Enter');
  await expect(first.locator('.notice')).toContainText('Your password is changed.');
  await expect(settings(first).getByRole('button', { name: 'Change the password' })).toBeFocused();
  await expect(devices(first)).toHaveCount(1);
  await expectSignedOut(second);
  await second.goto(`${server.url}/sign-in`);
  await signIn(second, 'Ada', PASSWORD);
  await expect(field(second, 'Password')).toHaveAccessibleDescription('The name or password is wrong.');
  await signIn(second, 'Ada', 'a quite different one');
  await expect(account(second, 'Ada')).toBeVisible();
});

test('a member who was signed out does not continue as a guest', async ({ browser }) => {
  const page = await member(server, browser, 'Ada');
  await page.goto(`${server.url}/friend/chess`);
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveCount(0);
  // No request in the background notices the end of the session first.
  await page.route(/\/api\/v1\/(games|notices|leave)/, (route) => route.abort());
  await page.context().clearCookies();
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page.getByRole('alert')).toContainText('You are signed out. Sign in and try again.');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
});
