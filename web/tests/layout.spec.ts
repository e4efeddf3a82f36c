//! Tests that board and buttons are visible together, in every variant and on screens of all sizes.
import type { Locator, Page } from '@playwright/test';

import { present, variants } from './rules';
import { expectBoardInView, expectNoOverflow, expectInView, SCREENS } from './visibility';
import { expect, open, test } from './fixtures';
import { withLastingNotices } from './timers';

test.use({ reducedMotion: 'reduce' });

const games = variants.filter((one) => one.family === one.id);

async function expectButtons(page: Page, name: string, buttons: readonly (string | RegExp)[]): Promise<void> {
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    await page.evaluate(() => window.scrollTo(0, 0));
    const at = `${name} at ${String(size.width)}x${String(size.height)}`;
    await expectBoardInView(page, at);
    for (const button of buttons)
      await expectInView(page, page.getByRole('button', { name: button }), `${at}: ${String(button)}`);
    await expectNoOverflow(page, at);
  }
}

for (const { id, name } of games) {
  test(`${name}: a game against the computer is in view at every size`, async ({ page }) => {
    await open(page, `/play/${id}`);
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect(page.getByRole('toolbar', { name: 'Game actions' })).toBeVisible();
    await expectButtons(page, id, ['Take back', 'Hint', 'Resign']);
  });

  test(`${name}: a puzzle is in view at every size`, async ({ page }) => {
    await open(page, `/puzzles/${id}`);
    const solution = page.getByRole('button', { name: 'Show the solution' });
    await expect(solution).toBeEnabled();
    await expectButtons(page, id, [/^Hint/, 'Show the solution']);
    await solution.click();
    await expect(page.getByRole('heading', { name: 'That was the solution.' })).toBeVisible();
    await expectButtons(page, id, ['Next puzzle', 'One move back']);
  });

  test(`${name}: a task of the lesson is in view at every size`, async ({ page }) => {
    await open(page, `/learn/${id}/lesson/2`);
    await expectButtons(page, id, ['Hint']);
    await expectInView(page, page.locator('.asked .text'), 'task');
  });

  test(`${name}: an endgame is in view at every size`, async ({ page }) => {
    test.skip(process.env['FARADAY_URL'] === undefined, 'there is no server');
    const answer = await page.request.get(`/api/v1/variants/${id}/endgames`);
    const { tables } = (await answer.json()) as {
      tables: { material: string; fen?: string; here: boolean }[];
    };
    const { material, fen } = present(tables.find(({ here, fen: start }) => here && start !== undefined));
    const search = new URLSearchParams({ ending: material, try: present(fen) });
    await open(page, `/endgames/${id}?${search.toString()}`);
    await expect(page.getByRole('button', { name: 'Hint' })).toBeEnabled();
    await expectButtons(page, id, ['Hint', 'Another position']);
  });
}

test('puzzles are whole in a low window, such as at a zoom of 200 %', async ({ page }) => {
  await open(page, '/puzzles/chess');
  await page.setViewportSize({ width: 683, height: 384 });
  await expectBoardInView(page, 'low');
  for (const button of [/^Hint/, 'Show the solution'])
    await expectInView(page, page.getByRole('button', { name: button }), String(button));
});

for (const size of SCREENS.slice(2)) {
  const { width, height } = size;
  test(`boards of puzzles and lessons are as large as in a game at ${width}x${height}`, async ({ page }) => {
    await page.setViewportSize(size);
    const widthOf = async (): Promise<number> =>
      present((await page.locator('main .ground').boundingBox()) ?? undefined).width;
    await open(page, '/play/forcefield');
    await page.getByRole('button', { name: 'Start the game' }).click();
    await expect(page.getByRole('toolbar', { name: 'Game actions' })).toBeVisible();
    const played = await widthOf();
    await open(page, '/puzzles/forcefield');
    await expect(page.getByRole('button', { name: 'Show the solution' })).toBeEnabled();
    expect(await widthOf()).toBeGreaterThanOrEqual(played - 20);
    await expectInView(page, page.getByRole('button', { name: 'Charges' }), 'overlay');
    await open(page, '/learn/forcefield/lesson/1');
    await expect(page.getByRole('button', { name: 'Hint' })).toBeVisible();
    expect(await widthOf()).toBeGreaterThanOrEqual(played - 20);
  });
}

test('the names of ranks are as dark on charged squares as the charges', async ({ page }) => {
  await open(page, '/play/forcefield');
  await page.getByRole('button', { name: 'Start the game' }).click();
  const fill = (selector: string) =>
    page
      .locator(`main ${selector}`)
      .first()
      .evaluate((text) => getComputedStyle(text).fill);
  await expect(page.locator('main text.name.charged')).toHaveCount(4);
  expect(await fill('text.name.charged')).toBe(await fill('text.number'));
});

for (const { width, height } of SCREENS) {
  const isPhone = width < height;
  const place = isPhone ? 'at the bottom' : 'within the header';
  test(`a notice appears ${place} at ${String(width)}x${String(height)}`, async ({ page }) => {
    await withLastingNotices(page);
    await page.setViewportSize({ width, height });
    const fen = '8/8/8/8/8/2k5/1R6/K7 w - - 0 1';
    await open(page, `/analyze/chess?${new URLSearchParams({ fen }).toString()}`);
    const notice = present((await page.locator('.notice').first().boundingBox()) ?? undefined);
    const header = present((await page.locator('header').first().boundingBox()) ?? undefined);
    if (isPhone) {
      expect(notice.y + notice.height).toBeGreaterThan(height - 16);
      expect(notice.y + notice.height).toBeLessThanOrEqual(height);
      expect(notice.y).toBeGreaterThan(header.y + header.height);
    } else expect(notice.y + notice.height).toBeLessThanOrEqual(header.y + header.height + 4);
  });
}

test('in space, the own plate and the buttons of the camera are in view', async ({ page }) => {
  await page.setViewportSize(present(SCREENS[2]));
  await open(page, '/play/future');
  await page.getByRole('button', { name: 'Start the game' }).click();
  await page.getByRole('radio', { name: '3D' }).check();
  const camera = page.getByRole('button', { name: 'Top', exact: true });
  await expect(camera).toBeVisible();
  await expectInView(page, camera, 'camera');
  await expectInView(page, page.getByRole('region', { name: /^White/ }), 'plate');
});

/** Takes a picture once nothing moves. */
async function stillOf(canvas: Locator): Promise<string> {
  let shown = '';
  await expect(async () => {
    const before = shown;
    // At rest, the board is drawn once more with all details.
    await canvas.page().waitForTimeout(700);
    shown = (await canvas.screenshot()).toString('base64');
    expect(shown).toBe(before);
  }).toPass();
  return shown;
}

test('a board in space is drawn again in other colors, in the dark, and in another language', async ({
  page,
}) => {
  await open(page, '/analyze/future');
  await page.getByRole('radio', { name: '3D' }).check();
  const canvas = page.locator('main canvas');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await expect(page.getByRole('button', { name: 'Top', exact: true })).toBeVisible();
  let before = await stillOf(canvas);
  for (const change of [
    () => settings.getByRole('radio', { name: 'Copper' }).check(),
    () => settings.getByRole('radio', { name: 'Dark' }).check(),
    () => settings.getByLabel('Language').selectOption({ label: 'Deutsch' }),
  ]) {
    await page.getByRole('button', { name: 'Settings' }).click();
    await change();
    await page.keyboard.press('Escape');
    let after = before;
    await expect(async () => {
      after = await stillOf(canvas);
      expect(after === before, 'the same picture as before').toBe(false);
    }).toPass();
    before = after;
  }
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('one finger turns a board in space without tilting it', async ({ page }) => {
    await open(page, '/analyze/future');
    await page.getByRole('radio', { name: '3D' }).check();
    const canvas = page.locator('main canvas');
    const touch = await page.context().newCDPSession(page);
    const turned = async (stepUp: number): Promise<string> => {
      await page.getByRole('button', { name: 'Reset' }).click();
      await canvas.scrollIntoViewIfNeeded();
      const box = present((await canvas.boundingBox()) ?? undefined);
      let [x, y] = [box.x + box.width * 0.3, box.y + box.height * 0.6];
      await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
      for (let step = 0; step < 10; step += 1) {
        [x, y] = [x + 12, y - stepUp];
        await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] });
      }
      await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
      return stillOf(canvas);
    };
    const straight = await turned(0);
    expect((await turned(7)) === straight, 'the same picture as without a way up').toBe(true);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect(async () =>
      expect((await stillOf(canvas)) === straight, 'the same picture as before').toBe(false),
    ).toPass();
  });
});
