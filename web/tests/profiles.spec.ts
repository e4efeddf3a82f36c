//! Tests of profiles: a sentence, challenges to a member, blocked people, and the people who are online.
import { expect, test, type Browser, type Page } from '@playwright/test';

import { expectAccessible } from './fixtures';
import { account, member, openAccount, openMenu, secondDevice, settings } from './members';
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

const main = (page: Page) => page.getByRole('main');
const profile = (page: Page, name: string) => page.goto(`${server.url}/@${name}`);

const notices = (page: Page) => page.getByRole('region', { name: 'Notices' });

/** Challenges a member to a correspondence game from the profile. */
async function challenge(page: Page, name: string): Promise<void> {
  await profile(page, name);
  await main(page)
    .getByRole('link', { name: new RegExp(`^Challenge ?: ${name}$`) })
    .click();
  await expect(page.getByRole('combobox', { name: 'Opponent' })).toHaveValue(name);
  await page.getByRole('radio', { name: 'Days per move' }).check();
  await page.getByRole('button', { name: `Challenge ${name}` }).click();
}

test('the name in the header leads to the own profile, the settings, and the end of the session', async ({
  browser,
}) => {
  const ada = await member(server, browser, 'Ada');
  const link = ada.getByRole('link', { name: 'Your profile' });
  for (const width of [1280, 360]) {
    await ada.setViewportSize({ width, height: 740 });
    await openMenu(ada, 'Ada');
    await expect(link).toBeInViewport({ ratio: 1 });
    await expectAccessible(ada);
    // Escape, a click outside, and a focus outside close the menu.
    await account(ada, 'Ada').press('Tab');
    await expect(link).toBeFocused();
    await ada.keyboard.press('Escape');
    await expect(account(ada, 'Ada')).toBeFocused();
    await expect(link).toBeHidden();
    await openMenu(ada, 'Ada');
    await ada.mouse.click(width / 2, 600);
    await expect(link).toBeHidden();
  }
  await openMenu(ada, 'Ada');
  await ada.getByRole('button', { name: 'Sign out' }).focus();
  await ada.keyboard.press('Tab');
  await expect(link).toBeHidden();
  await account(ada, 'Ada').press('Enter');
  await link.press('Enter');
  await ada.waitForURL('**/@Ada');
  await expect(link).toBeHidden();
  await openMenu(ada, 'Ada');
  await expect(link).toHaveAttribute('aria-current', 'page');
  await ada.getByRole('button', { name: 'Sign out' }).press('Enter');
  const question = ada.getByRole('dialog', { name: 'Sign out Ada here?' });
  await question.getByRole('button', { name: 'Sign out' }).press('Enter');
  await expect(ada.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
});

test('a member edits the sentence on their own profile, and markup in it stays text', async ({ browser }) => {
  const ada = await member(server, browser, 'Ada');
  await openAccount(ada, 'Ada');
  await settings(ada).getByRole('link', { name: 'Ada' }).click();
  await ada.waitForURL('**/@Ada');
  await expect(ada).toHaveTitle('Ada · Faraday');
  await expect(main(ada).getByRole('heading', { level: 1 })).toHaveText('Ada');
  await expect(main(ada)).toContainText('Member since');
  await ada.getByRole('button', { name: 'Add a sentence about you' }).click();
  const sentence = ada.getByRole('textbox', { name: 'A sentence about you' });
  await expect(sentence).toBeFocused();
  await expectAccessible(ada);
  await sentence.fill('<b>Bold</b> & <img src=x>');
  await sentence.press('Enter');
  await expect(ada.getByRole('button', { name: 'Edit the sentence' })).toBeFocused();
  await expect(main(ada)).toContainText('<b>Bold</b> & <img src=x>');
  await expectAccessible(ada);
  // A sentence that is not saved changes nothing.
  await ada.getByRole('button', { name: 'Edit the sentence' }).click();
  await sentence.fill('Something else');
  await sentence.press('Escape');
  await expect(main(ada)).toContainText('<b>Bold</b>');

  const stranger = await (await device(browser)).newPage();
  await profile(stranger, 'aDA');
  await expect(main(stranger)).toContainText('<b>Bold</b> & <img src=x>');
  await expect(main(stranger).locator('b, img')).toHaveCount(0);
  await expect(stranger).toHaveURL(/\/@Ada$/);
  await expect(main(stranger).getByRole('button')).toHaveCount(0);
  await profile(stranger, 'Nobody');
  await expect(main(stranger)).toContainText('No member is called Nobody.');
  await expectAccessible(stranger);
});

test('a member is challenged by name, declines, and accepts the next challenge', async ({ browser }) => {
  const [ada, ben] = [await member(server, browser, 'Ada'), await member(server, browser, 'Ben')];
  await ben.goto(server.url);
  await expect(ben.getByRole('link', { name: 'Inbox' })).toBeVisible();
  await challenge(ada, 'Ben');
  await expect(main(ada).getByRole('heading', { level: 1 })).toHaveText('Challenge to Ben');
  await expect(main(ada)).toContainText('Waiting for Ben');
  await expect(main(ada).getByRole('textbox')).toHaveCount(0);
  await expectAccessible(ada);
  const link = ada.url();

  // Ben gets a notification at once, a notice in the inbox, and an entry in the list of games.
  await expect(notices(ben).getByText(/^Ada challenges you to /)).toBeVisible();
  await ben.goto(`${server.url}/inbox`);
  await expect(main(ben).getByRole('link', { name: /Ada wants to play/ })).toBeVisible();
  await ben.goto(`${server.url}/games`);
  const invitations = main(ben).getByRole('region', { name: 'Challenges to you' });
  await expect(invitations.getByRole('link', { name: /Ada challenges you/ })).toBeVisible();
  await expectAccessible(ben);
  await ada.goto(`${server.url}/games`);
  await expect(main(ada).getByRole('link', { name: /Challenge to Ben/ })).toBeVisible();

  // Its link does not open it to others.
  const stranger = await (await device(browser)).newPage();
  await stranger.goto(link);
  await expect(main(stranger)).toContainText('This challenge is for another person.');
  await expectAccessible(stranger);

  await invitations.getByRole('link', { name: /Ada challenges you/ }).click();
  await expect(main(ben)).toContainText('A challenge to you');
  await expect(main(ben).getByRole('link', { name: 'Profile of Ada' })).toBeVisible();
  await expectAccessible(ben);
  await ben.getByRole('button', { name: 'Decline' }).click();
  await expect(notices(ada).getByText('Ben has declined your challenge.')).toBeVisible();

  await challenge(ada, 'Ben');
  await ben.getByRole('button', { name: 'View' }).click();
  await ben.getByRole('button', { name: 'Accept', exact: true }).click();
  await ben.waitForURL('**/game/*');
  await ada.waitForURL('**/game/*');
  const opponent = ada.getByRole('region', { name: /Ben/ }).getByRole('link', { name: 'Ben' });
  await opponent.click();
  await ada.waitForURL('**/@Ben');
  await expect(main(ada).getByRole('link', { name: /Ada/ }).first()).toBeVisible();
});

test('a name that cannot be challenged gets one sentence next to its field', async ({ browser }) => {
  const ada = await member(server, browser, 'Ada');
  await ada.goto(`${server.url}/friend/magnetic`);
  const opponent = ada.getByRole('combobox', { name: 'Opponent' });
  for (const [name, sentence] of [
    ['Nobody', 'No member is called Nobody.'],
    ['ada', 'You cannot challenge yourself.'],
  ] as const) {
    await opponent.fill(name);
    await opponent.press('Enter');
    await expect(opponent).toBeFocused();
    await expect(main(ada).getByRole('alert')).toHaveText(sentence);
  }
  await expectAccessible(ada);
});

test('a blocked member cannot challenge until the block is removed', async ({ browser }) => {
  const [ada, ben] = [await member(server, browser, 'Ada'), await member(server, browser, 'Ben')];
  await profile(ada, 'Ben');
  await ada.getByRole('button', { name: /^Block ?: Ben$/ }).click();
  const question = ada.getByRole('dialog', { name: 'Block Ben?' });
  await expect(question).toContainText('Running games continue.');
  await expectAccessible(ada);
  await question.getByRole('button', { name: 'Block' }).click();
  await expect(main(ada)).toContainText('You have blocked Ben.');
  await expect(ada.getByRole('button', { name: /^Unblock ?: Ben$/ })).toBeFocused();
  await expect(main(ada).getByRole('link', { name: /^Challenge/ })).toHaveCount(0);
  await expectAccessible(ada);

  await challenge(ben, 'Ada');
  await expect(main(ben).getByRole('alert')).toHaveText(/does not accept games with you/);
  await expect(ben.getByRole('combobox', { name: 'Opponent' })).toBeFocused();

  await openAccount(ada, 'Ada');
  const blocked = settings(ada).getByRole('list', { name: 'Blocked people' });
  await expect(blocked.getByRole('listitem')).toHaveText(/Ben/);
  await expectAccessible(ada);
  await blocked.getByRole('button', { name: /^Unblock ?: Ben$/ }).click();
  await expect(settings(ada)).toContainText('You have not blocked anyone.');
  await ben.getByRole('button', { name: 'Challenge Ada' }).click();
  await expect(main(ben).getByRole('heading', { level: 1 })).toHaveText('Challenge to Ada');
});

test('a member is shown as online only after choosing it, and games are shown by choice', async ({
  browser,
}) => {
  const [ada, ben] = [await member(server, browser, 'Ada'), await member(server, browser, 'Ben')];
  await profile(ben, 'Ada');
  await expect(main(ben)).toContainText('Member since');
  await expect(main(ben)).not.toContainText('Online');
  await openAccount(ada, 'Ada');
  const presence = settings(ada).getByRole('switch', { name: 'Show when you are online' });
  await expect(presence).not.toBeChecked();
  const stored = ada.waitForResponse(
    (response) => response.request().method() === 'PATCH' && response.url().endsWith('/api/v1/account'),
  );
  await presence.check();
  expect((await stored).status()).toBe(200);
  // The server records every few seconds who is online, and an open profile polls less often.
  await expect(async () => {
    await profile(ben, 'Ada');
    await expect(main(ben)).toContainText('Online', { timeout: 5000 });
  }).toPass();
  await expectAccessible(ben);
  await ben.goto(server.url);
  const online = main(ben).getByRole('region', { name: 'Online now' });
  await expect(online.getByRole('link', { name: 'Ada' })).toBeVisible();
  await expect(online.getByRole('link', { name: 'Ben' })).toHaveCount(0);
  await expectAccessible(ben);
  // The choice belongs to the account.
  const phone = await secondDevice(server, browser, 'Ada');
  await openAccount(phone, 'Ada');
  await expect(settings(phone).getByRole('switch', { name: 'Show when you are online' })).toBeChecked();
  await expect(
    settings(phone).getByRole('switch', { name: 'List your games for everyone' }),
  ).not.toBeChecked();
});
