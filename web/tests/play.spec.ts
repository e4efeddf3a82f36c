import type { Page } from '@playwright/test';

import { Game, present, variants } from './rules';
import { expect, expectAccessible, open, test } from './watched';

/** Starts a game between two people. */
async function sitDown(page: Page, variant: string, clock = 'None'): Promise<void> {
  await open(page, `/play/${variant}`);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('radio', { name: clock, exact: true }).check();
  await start(page);
}

async function start(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('region', { name: 'Moves' })).toBeVisible();
}

async function type(page: Page, ...moves: string[]): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Move' });
  for (const move of moves) {
    await field.fill(move);
    await field.press('Enter');
    await expect(field).toHaveValue('');
  }
}

const act = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });
const played = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('listitem');
const status = (page: Page) => page.getByRole('status').first();
const MATE = ['f3', 'e5', 'g4', 'Qh4#'];

test('the computer answers in every game', async ({ page }) => {
  test.setTimeout(180_000);
  await open(page, '/');
  const options = page.getByRole('combobox', { name: 'Game' }).locator('option');
  const ids = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(ids.length).toBeGreaterThan(5);
  for (const variant of ids) {
    await open(page, `/play/${variant}`);
    await start(page);
    await act(page, 'Hint').click();
    const tip = await page.getByText(/^The computer would play /).innerText();
    await type(page, tip.replace(/^.* /, '').replace(/\.$/, ''));
    await expect(played(page).first().getByRole('button')).toHaveCount(2, { timeout: 20_000 });
    await expect(status(page)).toContainText('Your move');
  }
});

test('the computer takes the other side, and moves first for White', async ({ page }) => {
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await start(page);
  await expect(played(page).first().getByRole('button')).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByRole('region', { name: 'White: Computer, level 1' })).toBeVisible();
});

test('a mate says who won and by which rule, and a rematch begins anew', async ({ page }) => {
  await sitDown(page, 'chess');
  await type(page, ...MATE);
  const result = page.getByRole('region', { name: 'Black wins: checkmate.' });
  await expect(result).toBeVisible();
  await expect(result.getByRole('link')).toHaveAttribute('href', /^\/learn\/chess#/);
  await result.getByRole('button', { name: 'Look at the board' }).click();
  await expect(result).toBeHidden();
  await expect(status(page)).toContainText('Black wins');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.getByText('No move has been played yet.')).toBeVisible();
});

test('Escape closes the result, and the keyboard is not lost', async ({ page }) => {
  await sitDown(page, 'chess');
  await type(page, ...MATE);
  const result = page.getByRole('region', { name: 'Black wins: checkmate.' });
  await expect(result).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(result).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
  expect(await page.evaluate(() => document.activeElement?.closest('.sitting') !== null)).toBe(true);
});

test('a game with clocks survives a reload, and stands still until somebody goes on', async ({ page }) => {
  await sitDown(page, 'magnetic', '5+3');
  await type(page, 'd4', 'Nc6');
  const moves = await page.getByRole('region', { name: 'Moves' }).innerText();
  await page.reload();
  await expect(status(page)).toContainText('The clocks stand still.');
  expect(await page.getByRole('region', { name: 'Moves' }).innerText()).toBe(moves);
  const clock = page.getByRole('timer').last();
  const left = await clock.innerText();
  await page.waitForTimeout(1200);
  expect(await clock.innerText()).toBe(left);
  await page.getByRole('button', { name: 'Go on' }).click();
  await type(page, 'Nf3');
  await expect(played(page)).toHaveCount(2);
});

test('who runs out of time loses', async ({ page }) => {
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Minutes for each player').fill('0');
  await page.getByLabel('Seconds added by each move').fill('1');
  await start(page);
  await type(page, 'e4');
  await expect(page.getByRole('region', { name: "White wins: Black's time is up." })).toBeVisible();
  await expect(act(page, 'Take back')).toBeDisabled();
});

test('two people take back, agree on a draw, and resign', async ({ page }) => {
  await sitDown(page, 'chess');
  await type(page, 'e4', 'e5', 'Nf3');
  await act(page, 'Take back').click();
  await expect(played(page).getByRole('button')).toHaveCount(2);
  await act(page, 'Draw').click();
  await page.getByRole('button', { name: 'Agree' }).click();
  await expect(status(page)).toContainText('The game is a draw');
  await page.getByRole('button', { name: 'Rematch' }).first().click();
  await act(page, 'Resign').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('White loses the game.');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toContainText('Black wins: White resigns.');
});

test('looking back by keyboard changes nothing', async ({ page }) => {
  await sitDown(page, 'chess');
  await type(page, 'e4', 'e5');
  await page.getByRole('textbox', { name: 'Move' }).blur();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('textbox', { name: 'Move' })).toBeDisabled();
  await expect(page.locator('[aria-current="true"]')).toHaveCount(0);
  await page.keyboard.press('End');
  await type(page, 'Nf3');
  await expect(played(page).getByRole('button')).toHaveCount(3);
});

test('levels side by side take the width of the screen, and the moves stay in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const tall = variants.filter(({ levels }) => levels > 1);
  for (const { id } of tall) {
    await sitDown(page, id);
    const box = present(await page.locator('.sitting .board').first().boundingBox());
    expect(box.width).toBeGreaterThan(1100);
    await expect(status(page)).toBeInViewport();
    await expect(act(page, 'Resign')).toBeInViewport();
  }
});

test('a refusal is explained, with the way to its rule', async ({ page }) => {
  await sitDown(page, 'chess');
  await page.getByRole('textbox', { name: 'Move' }).fill('e2e5');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('link', { name: /^C\.\d/ })).toBeVisible();
  await expect(page.getByText('No move has been played yet.')).toBeVisible();
});

test('a text that is no move is refused like a move that is not possible', async ({ page }) => {
  await sitDown(page, 'chess');
  const field = page.getByRole('textbox', { name: 'Move' });
  for (const text of ['Zz9', 'hello', 'N']) {
    await field.fill(text);
    await field.press('Enter');
    await expect(page.locator('.why')).toContainText(`\`${text}\``);
  }
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('a unit that has no move says so', async ({ page }) => {
  await sitDown(page, 'chess');
  await page.locator('[data-square="e1"]').click();
  await expect(page.getByText('The white king on e1 has no legal move.').first()).toBeVisible();
});

test('an example of a move is one of the game', async ({ page }) => {
  for (const { id } of variants) {
    await sitDown(page, id);
    const hint = await page.getByRole('textbox', { name: 'Move' }).getAttribute('placeholder');
    const sans = new Game(id, undefined, 'en').snapshot().moves.map(({ san }) => san);
    expect(sans).toContain(present(hint).replace('Move, such as ', ''));
  }
});

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 1366, height: 657 },
  { width: 390, height: 844 },
]) {
  test(`at ${width}x${height} a refusal is seen where it is, and a game begins with its board in view`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await open(page, '/play/forcefield');
    await page.getByRole('radio', { name: 'Two people, one screen' }).check();
    await expect(page.getByRole('button', { name: 'Start the game' })).toBeInViewport({ ratio: 1 });
    await start(page);
    await expect(page.locator('[data-square="a8"]')).toBeInViewport();
    await page.locator('[data-square="e1"]').click();
    await page.locator('[data-square="e5"]').click();
    await expect(page.locator('.why')).toBeInViewport({ ratio: 1 });
    await page.getByRole('textbox', { name: 'Move' }).fill('e2e5');
    await page.keyboard.press('Enter');
    await expect(page.locator('.why')).toContainText('a pawn');
    await expect(page.locator('.why')).toBeInViewport({ ratio: 1 });
    await open(page, '/analyse/forcefield');
    await page.locator('[data-square="e1"]').click();
    await page.locator('[data-square="e5"]').click();
    await expect(page.locator('.why')).toBeInViewport({ ratio: 1 });
  });
}

test('on a phone the last moves stand beside the board', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await sitDown(page, 'chess');
  await type(page, 'e4', 'Nc6');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('region', { name: 'Black: Player' }).getByText('Nc6')).toBeInViewport();
});

test('names are not covered by what stands beside them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.addInitScript(() =>
    localStorage.setItem('faraday.settings', '{"language":"de","arrangement":"stacked"}'),
  );
  for (const { id } of variants.filter(({ levels }) => levels > 1)) {
    await open(page, `/play/${id}`);
    await page.getByRole('button', { name: 'Partie beginnen' }).click();
    const name = present(await page.locator('.far .name').boundingBox());
    const tools = present(await page.locator('.stage > .tools').boundingBox());
    expect(name.x + name.width).toBeLessThanOrEqual(tools.x);
    const word = present(await page.locator('.far .name small').boundingBox());
    expect(word.x + word.width).toBeLessThanOrEqual(name.x + name.width);
  }
});

test('a FEN in the address that is none is explained, and the usual start is offered', async ({ page }) => {
  await open(page, '/play/chess?fen=8/8/8/8 w');
  await expect(page.getByRole('alert')).toContainText('castling field is missing');
  await page.getByRole('button', { name: 'Take the usual start' }).click();
  await start(page);
});

test('a FEN in the address starts a game there', async ({ page }) => {
  await open(page, `/play/chess?fen=${encodeURIComponent('4k3/8/4K3/8/8/8/8/R7 w - - 0 1')}`);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await start(page);
  await type(page, 'Ra8#');
  await expect(page.getByRole('region', { name: 'White wins: checkmate.' })).toBeVisible();
});

test('the record of a game can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await sitDown(page, 'chess');
  await type(page, ...MATE);
  await page.getByText('Copy and save').click();
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await expect(page.getByText('Copied.').first()).toBeAttached();
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  expect(pgn).toContain('[White "Player"]');
  expect(pgn).toContain('2. g4 Qh4# 0-1');
});

test('the evaluation bar says what the computer thinks', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"evaluationBar":true}'));
  await open(page, `/play/chess?fen=${encodeURIComponent('4k3/8/4K3/8/8/8/8/R7 w - - 0 1')}`);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await start(page);
  const meter = page.getByRole('meter', { name: 'Evaluation' });
  await expect(meter).toHaveAttribute('aria-valuetext', 'White wins in 1 move', { timeout: 20_000 });
  await expect(meter).toHaveAttribute('aria-valuenow', '100');
});

test.describe('when something is wrong', () => {
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
    await expect(page.getByText('It is trying again.').first()).toBeAttached({ timeout: 20_000 });
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
    await expect(page.getByRole('alert')).toContainText('The game is safe.');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('alert')).toContainText('The game is safe.');
    await page.getByRole('button', { name: 'Play on as two people' }).click();
    await type(page, 'e5', 'Nf3');
    await expect(played(page)).toHaveCount(2);
  });

  test('with isolation: the engine has one thread, and can be called off', async ({ page }) => {
    await page.route('**/*', async (route) => {
      const response = await route.fetch();
      const headers = { ...response.headers() };
      delete headers['cross-origin-opener-policy'];
      delete headers['cross-origin-embedder-policy'];
      await route.fulfill({ response, headers });
    });
    await open(page, '/play/chess');
    expect(await page.evaluate(() => window.crossOriginIsolated)).toBe(false);
    await page.getByRole('radio', { name: '10', exact: true }).check();
    await start(page);
    await type(page, 'e4');
    await expect(status(page)).toContainText('thinking');
    await act(page, 'Take back').click();
    await type(page, 'd4');
    await expect(replies(page)).toHaveCount(2, { timeout: 20_000 });
    await expect(replies(page).first()).toHaveText('d4');
  });

  test('with the store: it is said once, and the game goes on', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    await sitDown(page, 'chess');
    await expect(page.getByText('Your browser stores nothing for this page').first()).toBeAttached();
    await type(page, 'e4', 'e5');
    await expect(played(page).getByRole('button')).toHaveCount(2);
  });
});

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, reducedMotion: 'reduce' });

    test('it is accessible before, in and after a game', async ({ page }) => {
      await open(page, '/play/chess');
      await expectAccessible(page);
      await sitDown(page, 'chess', '5+3');
      await expectAccessible(page);
      await type(page, ...MATE);
      await expect(page.getByRole('region', { name: 'Black wins: checkmate.' })).toBeVisible();
      await expectAccessible(page);
    });
  });
}

for (const width of [320, 390, 768]) {
  test(`nothing is cut off at a width of ${width}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await open(page, '/play/magnetic');
    expect(await overflow()).toBeLessThanOrEqual(0);
    await sitDown(page, 'magnetic', '5+3');
    await type(page, 'd4');
    expect(await overflow()).toBeLessThanOrEqual(0);
  });
}
