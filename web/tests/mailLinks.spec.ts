//! Tests of the pages that emails link to.
import type { Page } from '@playwright/test';

import { expect, expectAccessible, open, test } from './fixtures';

test.use({ visit: 'first' });

/** Answers requests about mail in place of the server. Returns their methods, paths, and bodies. */
async function answerMail(page: Page): Promise<string[]> {
  const requests: string[] = [];
  await page.route('**/api/v1/notices/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    requests.push(
      `${route.request().method()} ${pathname}${search} ${route.request().postData() ?? ''}`.trim(),
    );
    if (pathname.endsWith('/verify')) await route.fulfill({ json: { address: 'ada@example.org' } });
    else await route.fulfill({ status: 204 });
  });
  return requests;
}

test('the link in an email confirms the address after a press', async ({ page }) => {
  const requests = await answerMail(page);
  await open(page, '/settings/email#a-token');
  await expectAccessible(page);
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status')).toContainText('ada@example.org is confirmed.');
  expect(requests).toEqual(['POST /api/v1/notices/email/verify {"token":"a-token"}']);
});

test('the last link in an email unsubscribes with one button', async ({ page }) => {
  const requests = await answerMail(page);
  await open(page, '/unsubscribe#a-token');
  await expectAccessible(page);
  expect(requests).toEqual([]);
  await page.getByRole('button', { name: 'Unsubscribe from all email' }).click();
  await expect(page.getByRole('status')).toContainText('You will get no more email from Faraday.');
  expect(requests).toEqual(['POST /api/v1/notices/unsubscribe?token=a-token']);
});

test('a link without its token says that it is incomplete', async ({ page }) => {
  for (const address of ['/settings/email', '/unsubscribe']) {
    await open(page, address);
    await expect(page.getByRole('alert')).toContainText('The link is incomplete.');
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(0);
  }
});
