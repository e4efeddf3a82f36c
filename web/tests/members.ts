//! Members with accounts on a server, and the parts of the pages that concern them.
import { expect, type Browser, type Page } from '@playwright/test';

import { device, type OwnServer } from './ownServer';

export const PASSWORD = 'twelve boxing kangaroos';

export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
export const account = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` });
/** Opens the menu of the account in the header. */
export async function openMenu(page: Page, name: string): Promise<void> {
  await account(page, name).click();
  await expect(account(page, name)).toHaveAttribute('aria-expanded', 'true');
}
/** Opens the settings of the account by the menu in the header. */
export async function openAccount(page: Page, name: string): Promise<void> {
  await openMenu(page, name);
  await page.getByRole('button', { name: 'Account settings' }).click();
}
/** Waits until a page whose session was ended elsewhere has reloaded. The reload would interrupt a navigation. */
export const expectSignedOut = (page: Page): Promise<void> =>
  expect(page.getByRole('banner').getByRole('link', { name: 'Sign in' })).toBeVisible();
export const settings = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
export const devices = (page: Page) =>
  settings(page).getByRole('list', { name: 'Signed-in devices' }).getByRole('listitem');

/** Fills in the form to sign in and sends it by the keyboard. */
export async function signIn(page: Page, name: string, password = PASSWORD): Promise<void> {
  await field(page, 'Name').fill(name);
  await field(page, 'Password').fill(password);
  await field(page, 'Password').press('Enter');
}

/** Creates an account on a new device. Returns its page. */
export async function member(server: OwnServer, browser: Browser, name: string): Promise<Page> {
  const page = await (await device(browser)).newPage();
  await page.goto(`${server.url}/sign-up`);
  await field(page, 'Name').fill(name);
  await field(page, 'Password').fill(PASSWORD);
  await field(page, 'Password').press('Enter');
  await expect(account(page, name)).toBeVisible();
  return page;
}

/** Signs a member in on a new device. Returns its page. */
export async function secondDevice(server: OwnServer, browser: Browser, name: string): Promise<Page> {
  const page = await (await device(browser)).newPage();
  await page.goto(`${server.url}/sign-in`);
  await signIn(page, name);
  await expect(account(page, name)).toBeVisible();
  return page;
}
