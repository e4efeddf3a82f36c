//! Tests that a game continues after failures of the worker, the engine, cross-origin isolation, or storage.
import type { Page } from '@playwright/test';

import { act, played, startLocalGame, start, status, type } from './localGame';
import { expect, open, test } from './fixtures';
import { withSlowWorkers } from './timers';

const afterMove = async (page: Page): Promise<void> => {
  await open(page, '/play/chess');
  await start(page);
  await type(page, 'e4');
};
const replies = (page: Page) => played(page).first().getByRole('button');

test('with the worker: it is replaced, and the move comes', async ({ page }) => {
  await page.addInitScript(() => {
    let isFirst = true;
    window.Worker = class extends Worker {
      override postMessage(command: { kind: string }): void {
        super.postMessage(command);
        if (!isFirst || command.kind !== 'go') return;
        isFirst = false;
        this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
      }
    };
  });
  await afterMove(page);
  await expect(page.getByText('trying again.').first()).toBeAttached({ timeout: 20_000 });
  await expect(replies(page)).toHaveCount(2, { timeout: 20_000 });
});

test('with the engine: two people play on, and nothing is lost', async ({ page }) => {
  await page.addInitScript(() => {
    window.Worker = class extends EventTarget {
      onerror: ((event: Event) => void) | null = null;
      constructor() {
        super();
        setTimeout(() => this.onerror?.(new ErrorEvent('error', { cancelable: true })));
      }
      terminate(): void {
        this.onerror = null;
      }
    } as unknown as typeof Worker;
  });
  await afterMove(page);
  await expect(page.getByRole('alert')).toContainText('Your game is saved.');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Your game is saved.');
  await page.getByRole('button', { name: 'Continue as two players' }).click();
  await type(page, 'e5', 'Nf3');
  await expect(played(page)).toHaveCount(2);
});

test.describe('on the first visit', () => {
  test.use({ visit: 'first' });

  test('with isolation: the engine has one thread, and can be called off', async ({ page }) => {
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['cross-origin-opener-policy'];
      delete headers['cross-origin-embedder-policy'];
      await route.fulfill({ response, headers });
    });
    await withSlowWorkers(page, 3000);
    await open(page, '/play/chess');
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false);
    await page.getByRole('radio', { name: '10', exact: true }).check();
    await start(page);
    await type(page, 'e4');
    await expect(status(page)).toContainText('thinking');
    await act(page, 'Take back').click();
    await type(page, 'd4');
    await expect(replies(page)).toHaveCount(2, { timeout: 40_000 });
    await expect(replies(page).first()).toHaveText('d4');
  });
});

test('with the store: it is said once, and the game goes on', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await startLocalGame(page, 'chess');
  await expect(page.getByText('Your browser is not saving data for this page').first()).toBeAttached();
  await type(page, 'e4', 'e5');
  await expect(played(page).getByRole('button')).toHaveCount(2);
});
