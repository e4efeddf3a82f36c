//! Admins with an authenticator app.
import { execFileSync } from 'node:child_process';

import { expect, type Browser, type Page } from '@playwright/test';

import { member, PASSWORD } from './members';
import { device, type OwnServer } from './ownServer';
import { present } from './rules';
import { atStart, codeOf } from './totp';

/** The admin Ada on a device. */
interface Admin {
  readonly page: Page;
  /** The secret of the authenticator app. */
  readonly secret: string;
}

/** Makes a member an admin with the command line, while the server runs. */
export function grant(server: OwnServer, name: string): void {
  const options = ['--database', server.database];
  execFileSync(present(process.env['FARADAY_BIN']), ['person', 'grant', name, 'admin', ...options]);
}

/** Stores the identity of the session. Roles are shown once the page knows them. */
export const storeIdentity = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { who } = (await (await fetch('/api/v1/session')).json()) as { who: object };
    localStorage.setItem('faraday.session', JSON.stringify(who));
  });

/** Signs an admin up, and sets up an authenticator app. */
export async function admin(server: OwnServer, browser: Browser): Promise<Admin> {
  const page = await member(server, browser, 'Ada');
  grant(server, 'Ada');
  const headers = { origin: server.url };
  // The app would reload when the confirmation of the authenticator app ends its session.
  await page.goto(`${server.url}/api/v1/site`);
  const begun = await page.request.post(`${server.url}/api/v1/account/totp`, {
    data: { password: PASSWORD },
    headers,
  });
  const { secret } = (await begun.json()) as { secret: string };
  await atStart(page);
  const data = { code: codeOf(secret, -1) };
  const on = await page.request.post(`${server.url}/api/v1/account/totp/confirm`, { data, headers });
  expect(on.ok()).toBe(true);
  await storeIdentity(page);
  await page.goto(`${server.url}/`);
  return { page, secret };
}

/** Signs the admin in on another device with a recovery code, which does not confirm changes. Returns its page. */
export async function unconfirmed(
  server: OwnServer,
  browser: Browser,
  { page, secret }: Admin,
): Promise<Page> {
  const headers = { origin: server.url };
  const codes = await page.request.post(`${server.url}/api/v1/account/recovery-codes`, {
    data: { password: PASSWORD, code: codeOf(secret, 0) },
    headers,
  });
  const { recoveryCodes } = (await codes.json()) as { recoveryCodes: string[] };
  const other = await (await device(browser)).newPage();
  const data = { name: 'Ada', password: PASSWORD, code: present(recoveryCodes[0]) };
  expect((await other.request.post(`${server.url}/api/v1/session`, { data, headers })).ok()).toBe(true);
  return other;
}
