//! Tests of the deletion of an account, its week of grace, the download of all data, and links for a lost password.
import { expect, test, type Browser } from '@playwright/test';

import { expectAccessible } from './fixtures';
import { account, field, member, openAccount, PASSWORD, settings, signIn } from './members';
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

test('a member deletes the account, and keeps it by signing in', async ({ browser }) => {
  const page = await member(server, browser, 'Ada');
  await openAccount(page, 'Ada');
  const section = settings(page).getByRole('region', { name: 'Your data' });
  const saving = page.waitForEvent('download');
  await section.getByRole('link', { name: 'Download your data' }).click();
  const download = await saving;
  expect(download.suggestedFilename()).toMatch(/^faraday-Ada-\d{4}-\d\d-\d\d\.jsonl$/);
  const text = (await (await download.createReadStream()).toArray()).join('');
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({ kind: 'person', name: 'Ada' });

  await section.getByRole('button', { name: 'Delete the account' }).press('Enter');
  await expect(field(page, 'Current password')).toBeFocused();
  await expect(section).toContainText('All your running games are resigned at once.');
  await expectAccessible(page);
  await section.getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(section.getByRole('button', { name: 'Delete the account' })).toBeFocused();
  await section.getByRole('button', { name: 'Delete the account' }).press('Enter');
  await field(page, 'Current password').fill('a wrong password');
  await field(page, 'Current password').press('Enter');
  await expect(field(page, 'Current password')).toHaveAccessibleDescription('This password is wrong.');
  await field(page, 'Current password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Resign all games and delete the account' }).click();
  const notices = page.getByRole('region', { name: 'Notices' });
  await expect(
    notices.getByText(/^Ada is signed out everywhere\. The account will be deleted on /),
  ).toBeVisible();
  await expect(settings(page)).toBeHidden();
  await expect(account(page, 'Ada')).toBeHidden();

  await page.goto(`${server.url}/sign-in`);
  await signIn(page, 'Ada');
  await expect(page.getByRole('heading', { name: 'Ada will be deleted' })).toBeFocused();
  await expect(page.getByRole('main')).toContainText('It will be deleted within 7 days.');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).press('Enter');
  await field(page, 'Password').press('Enter');
  await page.getByRole('button', { name: 'Keep the account and sign in' }).press('Enter');
  await expect(account(page, 'Ada')).toBeVisible();
});

test('a lost password is replaced by a link in an email if the server sends any', async ({ browser }) => {
  const page = await (await device(browser)).newPage();
  await page.route('**/api/v1/account/sign-up', (route) =>
    route.fulfill({ json: { mode: 'open', mail: true } }),
  );
  let sent: unknown;
  await page.route('**/api/v1/password-reset/request', (route) => {
    sent = route.request().postDataJSON();
    return route.fulfill({ status: 202 });
  });
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole('button', { name: 'Lost your password?' }).press('Enter');
  await expect(field(page, 'Email address')).toBeFocused();
  await field(page, 'Email address').press('Enter');
  await expect(field(page, 'Email address')).toHaveAccessibleDescription(/^Fill in this field\./);
  await expectAccessible(page);
  await field(page, 'Email address').fill(' ada@example.org ');
  await field(page, 'Email address').press('Enter');
  await expect(page.getByRole('status')).toContainText('an email with a link is on its way');
  expect(sent).toEqual({ email: 'ada@example.org' });
  await expect(page.getByRole('main')).toContainText('If you have neither, ask an admin');
});

test('signing up says that the visitor is offline', async ({ browser }) => {
  const context = await device(browser);
  const page = await context.newPage();
  await page.goto(server.url);
  await page.route('**/api/v1/account/sign-up', (route) => route.abort());
  await page.goto(`${server.url}/sign-up`);
  await context.setOffline(true);
  await expect(page.getByRole('main')).toContainText('You can sign up once you are back online.');
  await expectAccessible(page);
});
