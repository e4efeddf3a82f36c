//! Test of the annulment of a rated game on its page.
import { expect, test, type Browser, type Page } from '@playwright/test';

import { admin, storeIdentity, unconfirmed } from './admins';
import { expectAccessible } from './fixtures';
import { field, member } from './members';
import { OwnServer } from './ownServer';
import { lose } from './ratedGames';
import { codeOf } from './totp';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');

let server: OwnServer;

test.beforeEach(async () => {
  server = await OwnServer.start();
});
test.afterEach(async ({ browser }: { browser: Browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.stop();
});

test('an admin annuls a rated game, and the open page of a player shows it', async ({ browser }) => {
  const ben = { name: 'Ben', page: await member(server, browser, 'Ben') };
  const eve = { name: 'Eve', page: await member(server, browser, 'Eve') };
  const game = await lose(server, ben, eve);
  const main = (page: Page) => page.getByRole('main');
  const annul = (page: Page) => page.getByRole('button', { name: 'Annul this game …' });
  await eve.page.goto(`${server.url}/game/${game}`);
  await expect(main(eve.page)).toContainText(/1500\? → 1338\?\s*\(−162\)/);
  await expect(annul(eve.page)).toHaveCount(0);

  const first = await admin(server, browser);
  const page = await unconfirmed(server, browser, first);
  await page.goto(`${server.url}/api/v1/site`);
  await storeIdentity(page);
  await page.goto(`${server.url}/game/${game}`);
  await annul(page).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Annul this game' });
  await expect(field(page, 'Reason')).toBeFocused();
  await expect(dialog).toContainText(
    'everyone who has the game can read the reason, and this cannot be undone',
  );
  await field(page, 'Reason').press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Fill in this field.');
  await expect(field(page, 'Reason')).toHaveAccessibleDescription(/^Fill in this field/);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(annul(page)).toBeFocused();

  await annul(page).press('Enter');
  await field(page, 'Reason').fill('Ben moved for both players.');
  await field(page, 'Reason').press('Enter');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await expect(field(page, 'Code')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toHaveCount(0);
  await expect(dialog.getByRole('alert')).toHaveText('Nothing was changed.');
  await expect(field(page, 'Reason')).toBeFocused();
  await expect(main(eve.page)).not.toContainText('annulled');
  await dialog.getByRole('button', { name: 'Annul', exact: true }).click();
  await field(page, 'Code').fill(codeOf(first.secret, 1));
  await field(page, 'Code').press('Enter');
  await expect(question).toHaveCount(0);
  await expect(dialog).toHaveCount(0);

  const why = 'This game was annulled and does not count: Ben moved for both players.';
  await expect(main(page).getByText(why)).toBeFocused();
  await expect(annul(page)).toHaveCount(0);
  await expect(main(eve.page)).toContainText(why);
  await expectAccessible(page);
  await eve.page.reload();
  await expect(main(eve.page)).toContainText(why);
});
