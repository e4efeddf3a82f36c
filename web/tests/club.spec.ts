//! Two members of a club from the invitation to the deletion of an account: both are invited by a link, play a game,
//! and one of them turns on two-factor sign-in, signs in on a second device, loses the password, saves the own data,
//! and leaves. Nothing is mocked.
import { execFileSync } from 'node:child_process';

import { expect, test, type Browser, type Page } from '@playwright/test';

import { account, expectSignedOut, field, openAccount, PASSWORD, settings, signIn } from './members';
import { moveAndSend } from './onlineGame';
import { device, OwnServer } from './ownServer';
import { present } from './rules';
import { atStart, codeOf } from './totp';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ timeout: 240_000 });

let server: OwnServer;

test.beforeEach(async () => {
  server = await OwnServer.start({ options: ['--sign-up', 'invited'] });
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

async function invited(browser: Browser, name: string): Promise<Page> {
  const page = await (await device(browser)).newPage();
  await page.goto(link('invite', name));
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password').press('Enter');
  await expect(account(page, name)).toBeVisible();
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('two members from the invitation to the end of an account', async ({ browser }) => {
  const [ada, ben] = [await invited(browser, 'Ada'), await invited(browser, 'Ben')];

  // The first game, by name.
  await ada.goto(`${server.url}/friend/chess`);
  await ada.getByRole('combobox', { name: 'Opponent' }).fill('Ben');
  await ada.getByRole('radio', { name: 'Days per move' }).check();
  await ada.getByRole('radio', { name: 'White' }).check();
  await button(ada, 'Challenge Ben').click();
  await ben.goto(`${server.url}/games`);
  await ben.getByRole('link', { name: /Ada challenges you/ }).click();
  await button(ben, 'Accept').click();
  await Promise.all([ada.waitForURL('**/game/*'), ben.waitForURL('**/game/*')]);
  const game = ada.url();
  await moveAndSend(ada, 'e2', 'e4');
  const moves = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');
  await expect(moves(ben).nth(0)).toHaveText(/e4/);
  await moveAndSend(ben, 'e7', 'e5');
  await expect(moves(ada).nth(1)).toHaveText(/e5/);

  // Two-factor sign-in, and a second device.
  await openAccount(ada, 'Ada');
  await settings(ada).getByRole('button', { name: 'Turn on', exact: true }).click();
  await field(ada, 'Current password').fill(PASSWORD);
  await field(ada, 'Current password').press('Enter');
  const secret = (await settings(ada).locator('form code').innerText()).replaceAll(' ', '');
  await atStart(ada);
  await field(ada, 'Code').fill(codeOf(secret, -1));
  await field(ada, 'Code').press('Enter');
  await settings(ada).getByRole('checkbox', { name: 'I have saved them' }).check();
  await button(ada, 'Continue').click();
  const second = await (await device(browser)).newPage();
  await second.goto(`${server.url}/sign-in`);
  await signIn(second, 'Ada');
  await field(second, 'Code').fill(codeOf(secret, 0));
  await field(second, 'Code').press('Enter');
  await expect(account(second, 'Ada')).toBeVisible();
  await second.goto(game);
  await moveAndSend(second, 'g1', 'f3');
  await expect(moves(ben).nth(2)).toHaveText(/Nf3/);

  // A lost password. The link of the admin sets a new one, and keeps the second factor.
  await second.goto(link('reset', 'Ada'));
  await field(second, 'New password').fill('a quite different one');
  await field(second, 'New password').press('Enter');
  await expect(second.getByRole('main').getByRole('status')).toContainText('Ada');
  // The change signs this device out, but the page stays.
  await expectSignedOut(second);
  await second.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
  await signIn(second, 'Ada', 'a quite different one');
  await field(second, 'Code').fill(codeOf(secret, 1));
  await field(second, 'Code').press('Enter');
  await expect(account(second, 'Ada')).toBeVisible();

  // The own data, and the end of the account: the game is resigned at once.
  await openAccount(second, 'Ada');
  const data = settings(second).getByRole('region', { name: 'Your data' });
  const saving = second.waitForEvent('download');
  await data.getByRole('link', { name: 'Download your data' }).click();
  const text = (await (await (await saving).createReadStream()).toArray()).join('');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.find((line) => line['kind'] === 'game')?.['pgn']).toContain('1. e4 e5 2. Nf3');
  await data.getByRole('button', { name: 'Delete the account' }).click();
  await field(second, 'Current password').fill('a quite different one');
  // A code works once, and the next one is accepted only 30 s before its time.
  await second.waitForTimeout(30_000 - (Date.now() % 30_000));
  await field(second, 'Code').fill(codeOf(secret, 1));
  await data.getByRole('button', { name: 'Resign all games and delete the account' }).click();
  await expect(account(second, 'Ada')).toBeHidden();
  await expect(ben.getByRole('main')).toContainText(/resigned/i);
  execFileSync(present(process.env['FARADAY_BIN']), [
    'person',
    'erase',
    'Ada',
    '--now',
    '--database',
    server.database,
  ]);
  await ben.goto(`${server.url}/@Ada`);
  await expect(ben.getByRole('main')).toContainText('No member is called Ada.');
});
