//! Tests of two-factor sign-in with an authenticator app, and of recovery codes.
import { expect, test, type Browser, type Page } from '@playwright/test';

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
import { atStart, codeOf } from './totp';

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

/** Turns two-factor sign-in on. Returns the secret, the code that confirmed it, and the recovery codes. */
async function turnOn(page: Page): Promise<{ secret: string; used: string; codes: string[] }> {
  await openAccount(page, 'Ada');
  await settings(page).getByRole('button', { name: 'Turn on', exact: true }).press('Enter');
  await expect(field(page, 'Current password')).toBeFocused();
  await field(page, 'Current password').fill(PASSWORD);
  await field(page, 'Current password').press('Enter');
  await expect(field(page, 'Code')).toBeFocused();
  await expect(settings(page).getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible();
  const secret = (await settings(page).locator('form code').innerText()).replaceAll(' ', '');
  await expectAccessible(page);
  await field(page, 'Code').fill('000000');
  await field(page, 'Code').press('Enter');
  await expect(field(page, 'Code')).toBeFocused();
  await expect(field(page, 'Code')).toHaveAccessibleDescription(/^This code is wrong/);
  await atStart(page);
  const used = codeOf(secret, -1);
  await field(page, 'Code').fill(used);
  await field(page, 'Code').press('Enter');
  const heading = settings(page).getByRole('heading', { name: 'Your recovery codes' });
  await expect(heading).toBeFocused();
  const codes = await settings(page)
    .getByRole('list', { name: 'Your recovery codes' })
    .locator('li')
    .allInnerTexts();
  expect(codes).toHaveLength(10);
  return { secret, used, codes };
}

test('an authenticator app is confirmed, then needed on every device', async ({ browser }) => {
  const page = await member(server, browser, 'Ada');
  const other = await secondDevice(server, browser, 'Ada');
  const { secret, used, codes } = await turnOn(page);
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await settings(page).getByRole('button', { name: 'Download' }).click();
  const file = await (await saving).createReadStream();
  const text = (await file.toArray()).join('');
  expect(text.split('\n').slice(2, 12)).toEqual(codes);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByText(codes[0] ?? '')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Your recovery codes' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  const done = settings(page).getByRole('button', { name: 'Continue' });
  await expect(done).toBeDisabled();
  // The codes are not shown again, so the dialog stays until they are saved.
  await expect(settings(page).getByRole('button', { name: 'Done' })).toBeDisabled();
  await expect(settings(page).getByRole('button', { name: 'Close' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(done).toBeInViewport();
  await settings(page).getByRole('checkbox', { name: 'I have saved them' }).check();
  await done.click();
  await expect(settings(page).getByRole('button', { name: 'Turn off' })).toBeFocused();
  await expect(settings(page)).toContainText('You have 10 left.');
  await expect(devices(page)).toHaveCount(1);

  await expectSignedOut(other);
  await other.goto(`${server.url}/sign-in`);
  await signIn(other, 'Ada');
  await expect(field(other, 'Code')).toBeFocused();
  await expect(field(other, 'Code')).toHaveAttribute('autocomplete', 'one-time-code');
  await expectAccessible(other);
  // A code is accepted once.
  await field(other, 'Code').fill(used);
  await field(other, 'Code').press('Enter');
  await expect(field(other, 'Code')).toHaveAccessibleDescription(/^This code is wrong/);
  await field(other, 'Code').fill(codeOf(secret, 1));
  await field(other, 'Code').press('Enter');
  await expect(account(other, 'Ada')).toBeVisible();

  // A recovery code replaces the app once.
  await settings(page).getByRole('button', { name: 'Turn off' }).click();
  await field(page, 'Current password').fill(PASSWORD);
  await field(page, 'Code').fill(codes[0] ?? '');
  await field(page, 'Code').press('Enter');
  await expect(settings(page).getByRole('button', { name: 'Turn on', exact: true })).toBeFocused();
});

test('a recovery code replaces a lost password, but not the app as well', async ({ browser }) => {
  const { secret, codes } = await turnOn(await member(server, browser, 'Ada'));
  const page = await (await device(browser)).newPage();
  await page.goto(`${server.url}/sign-in`);
  await page.getByRole('button', { name: 'Lost your password?' }).press('Enter');
  await expect(field(page, 'Name')).toBeFocused();
  await expect(page.getByRole('main')).toContainText('ask an admin');
  await expectAccessible(page);
  await field(page, 'Name').fill('Ada');
  await field(page, 'Recovery code').fill('22222-22222');
  await field(page, 'New password').fill('a quite different one');
  await field(page, 'New password').press('Enter');
  await expect(field(page, 'Recovery code')).toBeFocused();
  await expect(field(page, 'Recovery code')).toHaveAccessibleDescription(
    'The name or the recovery code is wrong.',
  );
  await field(page, 'Recovery code').fill(codes[1] ?? '');
  await field(page, 'New password').press('Enter');
  await expect(field(page, 'Code')).toBeFocused();
  await field(page, 'Code').fill(codeOf(secret, 1));
  await field(page, 'Code').press('Enter');
  await expect(account(page, 'Ada')).toBeVisible();
  await openAccount(page, 'Ada');
  await expect(settings(page)).toContainText('You have 9 left.');
  await expect(devices(page)).toHaveCount(1);
});

test('recovery codes are replaced with the password', async ({ browser }) => {
  const page = await member(server, browser, 'Ada');
  await openAccount(page, 'Ada');
  await expect(settings(page)).toContainText('You have none.');
  await settings(page).getByRole('button', { name: 'Create new codes' }).click();
  await field(page, 'Current password').fill(PASSWORD);
  await field(page, 'Current password').press('Enter');
  const list = settings(page).getByRole('list', { name: 'Your recovery codes' });
  await expect(list.getByRole('listitem')).toHaveCount(10);
});
