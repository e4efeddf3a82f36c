//! Tests of addresses without a page, and of areas without a variant.
import { expect, open, openNowhere, test } from './fixtures';

test('an address that leads nowhere says so, and shows the way', async ({ page, consoleErrors }) => {
  for (const address of ['/nowhere', '/play/nothing']) {
    await openNowhere(page, address, consoleErrors);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found');
    await page.getByRole('link', { name: 'Home page' }).click();
    await expect(page).toHaveURL('/');
  }
});

test('Play and Analyze without a game open that of the last used game', async ({ page }) => {
  await open(page, '/');
  const last = await page.getByRole('combobox', { name: 'Game' }).inputValue();
  await page.goto('/play');
  await expect(page).toHaveURL(`/play/${last}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goto('/learn/magnetic');
  await expect(page.getByRole('link', { name: 'Analyze' })).toHaveAttribute('href', '/analyze/magnetic');
  await page.goto('/analyze?x=1#y');
  await expect(page).toHaveURL('/analyze/magnetic?x=1#y');
  await expect(page).toHaveTitle('Analyze · Magnetic Chess · Faraday');
  await expect(page.locator('.board').first()).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/learn/magnetic');
});
