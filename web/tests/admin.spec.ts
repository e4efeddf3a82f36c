//! Tests of the page for admins: invitations of a list, roles, the settings of the club, and backups.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test, type Browser, type Page } from '@playwright/test';

import { admin, grant, unconfirmed } from './admins';
import { expectAccessible } from './fixtures';
import { account, expectSignedOut, field, member, openMenu, PASSWORD, signIn } from './members';
import { device, OwnServer } from './ownServer';
import { present } from './rules';
import { codeOf } from './totp';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

let server: OwnServer;
let folder: string;

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'faraday-backups-'));
  server = await OwnServer.start({ options: ['--backup', folder] });
});
test.afterEach(async ({ browser }: { browser: Browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const tab = (page: Page, name: string) => page.getByRole('tab', { name });

test('an admin invites a list, saves the links as CSV, and one is redeemed', async ({ browser }) => {
  const { page } = await admin(server, browser);
  await openMenu(page, 'Ada');
  await page.getByRole('list', { name: 'Account' }).getByRole('link', { name: 'Admin' }).click();
  await expect(page).toHaveTitle(/^Admin · Faraday$/);
  const steps = page.getByRole('region', { name: 'What to do next' }).getByRole('link');
  await expect(steps).toHaveText(['Give the club a name', 'Invite people']);
  const names = page.getByRole('textbox', { name: 'Names, one per line' });
  await names.fill('Grace\n=cmd|calc\nAda\nHedy');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Create 4 links' }).click();
  const refused = page.getByRole('alert').getByRole('listitem');
  await expect(refused).toHaveText([
    /^Line 1, =cmd\|calc:\s+It contains “=”/,
    /^Line 2, Ada:\s+This name, or one/,
  ]);
  await expect(steps).toHaveText(['Give the club a name']);
  // Refused names are left to be corrected.
  await expect(names).toHaveValue('=cmd|calc\nAda');
  await expectAccessible(page);
  await expect(page.getByText('This address works only on this computer.')).toBeVisible();
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save as a CSV file' }).click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/^invitations-faraday-\d{4}-\d\d-\d\d\.csv$/);
  const rows = readFileSync(await saved.path(), 'utf8')
    .replace('\uFEFF', '')
    .trim()
    .split('\r\n');
  expect(rows.map((row) => row.split(',')[0])).toEqual(['"Name"', '"Grace"', '"Hedy"']);
  const link = present(/"(http[^"]+)"/.exec(present(rows[1]))?.[1]);

  // A second list leaves the first one in place.
  await names.fill('Katherine');
  await page.getByRole('button', { name: 'Create 1 link' }).click();
  const lists = page.getByRole('group', { name: 'New invitations' });
  await expect(lists.getByText('Katherine', { exact: true })).toBeVisible();
  await expect(lists.getByText('Hedy', { exact: true })).toBeVisible();
  await lists.getByRole('button', { name: 'Close this list' }).last().click();
  await expect(lists.getByText('Hedy', { exact: true })).toHaveCount(0);
  await expect(lists.getByText('Katherine', { exact: true })).toBeVisible();

  const grace = await (await device(browser)).newPage();
  await grace.goto(link);
  await field(grace, 'Password').fill(PASSWORD);
  await field(grace, 'Password').press('Enter');
  await expect(account(grace, 'Grace')).toBeVisible();
  await expect(grace.getByRole('link', { name: 'Admin' })).toHaveCount(0);

  await page.getByRole('searchbox', { name: 'Find by name' }).fill('rac');
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await expect(members).toHaveCount(1);
  await members.getByRole('button', { name: /Change.*Grace/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Grace' });
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Organizer');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(members).toContainText('Organizer');
});

test('an invited person gets a new link with another role, and is then withdrawn', async ({ browser }) => {
  const { page } = await admin(server, browser);
  await page.goto(`${server.url}/admin`);
  await page.getByRole('textbox', { name: 'Names, one per line' }).fill('Grace');
  await page.getByRole('button', { name: 'Create 1 link' }).click();
  const first = await page.getByRole('group', { name: 'New invitations' }).locator('code').innerText();
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await members.getByRole('button', { name: /Change.*Grace/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Grace' });
  await expect(dialog).toContainText(/Invited on .*\. The link works until/);
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('Organizer');
  await expect(dialog).toContainText('In this version, this role has the rights of a member.');
  await dialog.getByRole('button', { name: 'Create a new link' }).click();
  const second = await dialog.locator('code').innerText();
  await expectAccessible(page);
  const hash = (link: string): string => present(link.split('#')[1]);
  const grace = await (await device(browser)).newPage();
  await grace.goto(`${server.url}/invitation#${hash(first)}`);
  await expect(grace.getByRole('alert')).toContainText('This invitation has been used or has expired');
  await grace.goto(`${server.url}/`);
  await grace.goto(`${server.url}/invitation#${hash(second)}`);
  await expect(grace.getByText('You are invited to this server as an organizer.')).toBeVisible();

  await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(dialog.getByRole('list', { name: 'Withdraw the invitation' })).toBeFocused();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Withdraw the invitation' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(members.filter({ hasText: 'Grace' })).toHaveCount(0);
  await grace.reload();
  await expect(grace.getByRole('alert')).toContainText('This invitation has been used or has expired');
});

test('an account is disabled after a question', async ({ browser }) => {
  const { page } = await admin(server, browser);
  await member(server, browser, 'Eve');
  await page.goto(`${server.url}/admin#people`);
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  await members.getByRole('button', { name: /Change.*Eve/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Eve' });
  const disable = dialog.getByRole('button', { name: 'Disable the account' });
  await disable.click();
  await expect(dialog.getByRole('list', { name: 'Disable the account' })).toContainText(
    'signed out everywhere',
  );
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(disable).toBeFocused();
  await disable.click();
  await disable.click();
  await expect(dialog).toHaveCount(0);
  await expect(members.filter({ hasText: 'Eve' })).toContainText('disabled');
  const again = await (await device(browser)).newPage();
  await again.goto(`${server.url}/sign-in`);
  await signIn(again, 'Eve');
  await expect(again.getByRole('alert')).toContainText('This account is disabled');
});

test('the page is for admins with an app, and asks for a code again', async ({ browser }) => {
  const page = await member(server, browser, 'Eve');
  await page.goto(`${server.url}/admin`);
  await expect(page.getByRole('alert')).toHaveText('This is for admins of the site.');
  await expectAccessible(page);
  grant(server, 'Eve');
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('Moderators and admins need two-factor sign-in');
  await expect(page.getByRole('button', { name: 'Open the settings' })).toBeVisible();

  const first = await admin(server, browser);
  const other = await unconfirmed(server, browser, first);
  await other.goto(`${server.url}/admin`);
  const question = other.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(field(other, 'Code')).toBeFocused();
  await expectAccessible(other);
  await field(other, 'Code').fill('000000');
  await field(other, 'Code').press('Enter');
  await expect(field(other, 'Code')).toHaveAccessibleDescription(/^This code is wrong/);
  await field(other, 'Code').fill(codeOf(first.secret, 1));
  await field(other, 'Code').press('Enter');
  await expect(question).toHaveCount(0);
  await expect(tab(other, 'Club')).toBeVisible();
});

test('an admin erases an account after a question, and keeps it within the week', async ({ browser }) => {
  const { page } = await admin(server, browser);
  const eve = await member(server, browser, 'Eve');
  await page.goto(`${server.url}/admin`);
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
  const closed = page.getByRole('region', { name: 'Closed accounts' });
  const dialogOf = async (name: string) => {
    await members.getByRole('button', { name: new RegExp(`^Change.*${name}$`) }).press('Enter');
    return page.getByRole('dialog', { name });
  };
  const dialog = await dialogOf('Eve');
  const erase = dialog.getByRole('button', { name: 'Erase the account', exact: true });
  await erase.press('Enter');
  await expect(dialog.getByRole('list', { name: 'Erase the account' })).toBeFocused();
  await expect(dialog).toContainText('all running games of Eve are resigned at once');
  await expect(dialog).toContainText('For 7 days, you can keep the account on this page');
  await expectAccessible(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(erase).toBeFocused();
  await expect(closed).toHaveCount(0);

  await erase.press('Enter');
  await dialog.getByRole('button', { name: 'Resign all games and erase the account' }).press('Enter');
  await expect(dialog).toHaveCount(0);
  const date = new Intl.DateTimeFormat('en', { dateStyle: 'long' }).format(Date.now() + 7 * 86_400_000);
  await expect(closed.getByRole('listitem')).toHaveText(new RegExp(`Eve.*Will be erased on ${date}`));
  await expect(members.filter({ hasText: 'Eve' })).toContainText(`closed, will be erased on ${date}`);
  await expectAccessible(page);
  await expectSignedOut(eve);
  await eve.goto(`${server.url}/sign-in`);
  await signIn(eve, 'Eve');
  await expect(eve.getByRole('heading', { name: 'Eve will be deleted' })).toBeFocused();

  await closed.getByRole('button', { name: /^Keep the account.*Eve/ }).press('Enter');
  await expect(closed).toHaveCount(0);
  await expect(members.filter({ hasText: 'Eve' })).not.toContainText('closed');
  await eve.goto(`${server.url}/sign-in`);
  await signIn(eve, 'Eve');
  await expect(account(eve, 'Eve')).toBeVisible();

  const own = await dialogOf('Ada');
  await own.getByRole('button', { name: 'Erase the account', exact: true }).press('Enter');
  await own.getByRole('button', { name: 'Resign all games and erase the account' }).press('Enter');
  await expect(own.getByRole('alert')).toContainText('last admin');
});

test('the club has a name, a color, words, and an evening on the front page', async ({ browser }) => {
  const { page } = await admin(server, browser);
  await page.goto(`${server.url}/admin`);
  await tab(page, 'Club').click();
  await expect(page).toHaveURL(/\/admin#club$/);
  await page.reload();
  await field(page, 'Name of the club').fill('x'.repeat(41));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText('Shorten the name of the club to 40 characters.');
  await field(page, 'Name of the club').fill('Town Chess Club');
  await field(page, 'Text on the front page').fill('Welcome!\n<b>Beginners</b> are welcome.');
  await page.getByRole('checkbox', { name: 'Accent color' }).check();
  await page.locator('input[type="color"]').fill('#f0e020');
  const local = (hours: number): string => {
    const at = new Date(Date.now() + hours * 3_600_000);
    return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
  };
  await page.getByLabel('Begins').fill(local(2));
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveText(
    'Enter when the club evening begins and ends, and where it is.',
  );
  await page.getByLabel('Ends').fill(local(1));
  await field(page, 'Place, or a sentence').fill('Town hall, room 2');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('must end after it begins');
  await page.getByLabel('Ends').fill(local(5));
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page).toHaveTitle(/Admin · Town Chess Club$/);
  await expect(page.getByRole('banner')).toContainText('Town Chess Club');

  const visitor = await (await device(browser)).newPage();
  await visitor.goto(`${server.url}/`);
  const club = visitor.getByRole('region', { name: 'Town Chess Club' });
  await expect(club).toContainText('<b>Beginners</b> are welcome.');
  await expect(club).toContainText('Next club evening');
  await expect(club).toContainText('Town hall, room 2');
  await expect(visitor).toHaveTitle(/^Town Chess Club – /);
  await expectAccessible(visitor);
  // The next visit begins with the name and the color.
  await visitor.route('**/api/v1/site', (route) => route.abort());
  await visitor.reload();
  await expect(visitor.getByRole('region', { name: 'Town Chess Club' })).toBeVisible();
});

test('the page of the server shows backups and makes one', async ({ browser }) => {
  const { page } = await admin(server, browser);
  // The server makes the first backup in the background.
  await expect.poll(() => readdirSync(folder).some((name) => name.endsWith('.db'))).toBe(true);
  await page.goto(`${server.url}/admin`);
  // Arrow keys move between the tabs.
  await tab(page, 'People').focus();
  await page.keyboard.press('ArrowLeft');
  await expect(tab(page, 'Server')).toHaveAttribute('aria-selected', 'true');
  const backups = page.getByRole('region', { name: 'Backups' });
  await expect(backups).toContainText('Newest:');
  await expect(backups).toContainText(folder);
  await backups.getByRole('button', { name: 'Back up now' }).click();
  await expect(page.getByText('The backup has been made and checked.').first()).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByRole('region', { name: 'Background jobs' }).getByRole('row')).not.toHaveCount(0);
});
