//! Tests of the parts of a game that are visible on screens of all sizes.
import { present, variants } from './rules';
import { act, startLocalGame, start, status, type } from './localGame';
import { expect, open, test } from './fixtures';
import { expectNoOverflow } from './visibility';

test('levels side by side take the width of the screen, and the moves stay in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  const tall = variants.filter(({ levels }) => levels > 1);
  for (const { id } of tall) {
    await startLocalGame(page, id);
    const ground = page.locator('.layout .ground').first();
    await expect.poll(async () => (await ground.boundingBox())?.width ?? 0).toBeGreaterThan(1100);
    await expect(status(page)).toBeInViewport();
    await expect(act(page, 'Resign')).toBeInViewport();
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
    await open(page, '/analyze/forcefield');
    await page.locator('[data-square="e1"]').click();
    await page.locator('[data-square="e5"]').click();
    await expect(page.locator('.why')).toBeInViewport({ ratio: 1 });
  });
}

const SCREENS = [
  { width: 1366, height: 768, least: 640 },
  { width: 1366, height: 633, least: 540 },
  { width: 390, height: 844, least: 360 },
  { width: 360, height: 740, least: 340 },
  { width: 844, height: 390, least: 320 },
  { width: 683, height: 384, least: 310 },
];
const spacious = variants.filter(({ levels }) => levels > 1);

test('the board is as large as the screen lets it be, and is seen whole', async ({ page }) => {
  for (const { id, levels } of [present(variants[0]), ...spacious]) {
    await startLocalGame(page, id);
    for (const { width, height, least } of SCREENS) {
      await page.setViewportSize({ width, height });
      const at = `${id} at ${String(width)}x${String(height)}`;
      const cells = page.locator('.layout [data-square]');
      for (const cell of [cells.first(), cells.last()]) await expect(cell, at).toBeInViewport({ ratio: 1 });
      const ground = page.locator('.layout .ground');
      if (levels === 1)
        await expect.poll(async () => (await ground.boundingBox())?.width ?? 0, at).toBeGreaterThan(least);
    }
  }
});

test('neither a refusal nor what is taken moves the board or the players', async ({ page }) => {
  await startLocalGame(page, 'chess', '5+3');
  const places = () =>
    page.locator('.layout .ground, .layout .plate').evaluateAll(async (all) => {
      window.scrollTo(0, 0);
      // The layout follows the window size within two frames.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return all.map((one) => one.getBoundingClientRect().top);
    });
  const before: number[][] = [];
  for (const size of SCREENS) {
    await page.setViewportSize(size);
    before.push(await places());
    await page.locator('[data-square="e1"]').click();
    await page.locator('[data-square="e5"]').click();
    await expect(page.locator('.why')).toBeVisible();
    expect(await places()).toEqual(before.at(-1));
    await page.getByRole('button', { name: 'Close the explanation' }).click();
  }
  await type(page, 'e4', 'd5', 'exd5', 'Qxd5', 'Nc3', 'Qxg2', 'Bxg2');
  for (const [at, size] of SCREENS.entries()) {
    await page.setViewportSize(size);
    // Next to a board there is room for another line.
    const shown = size.width > size.height ? 1 : 3;
    const tops = (all: number[]) => [...all].sort((one, other) => one - other).slice(0, shown);
    expect(tops(await places())).toEqual(tops(present(before[at])));
  }
});

test('on a phone the last moves stand beside the board', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await startLocalGame(page, 'chess');
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
    const isBeside = async (): Promise<boolean> => {
      const name = present(await page.locator('.far .name').boundingBox());
      const tools = present(await page.locator('.table > .tools').boundingBox());
      return name.x + name.width <= tools.x || name.y + name.height <= tools.y;
    };
    await expect.poll(isBeside).toBe(true);
  }
});

test('nothing is cut off at any width', async ({ page }) => {
  const expectAllInView = async (): Promise<void> => {
    for (const width of [320, 390, 768]) {
      await page.setViewportSize({ width, height: 800 });
      await expectNoOverflow(page, `at ${width}`);
    }
  };
  await open(page, '/play/magnetic');
  await expectAllInView();
  await startLocalGame(page, 'magnetic', '5+3');
  await type(page, 'd4');
  await expectAllInView();
});

for (const { width, height } of SCREENS.filter((screen) => screen.height < 400))
  test(`on its side, a phone of ${width}x${height} shows the whole board that is analyzed, and a whole task`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const cells = page.locator('main [data-square]');
    const expectWholeInView = async () => {
      for (const cell of [cells.first(), cells.last()]) await expect(cell).toBeInViewport({ ratio: 1 });
    };
    await open(page, `/analyze/${present(variants[0]).id}`);
    await expectWholeInView();
    for (const { id } of [present(variants[0]), ...spacious]) {
      await open(page, `/learn/${id}/lesson/2`);
      await expect(page.locator('.asked h2')).toBeInViewport({ ratio: 1 });
      await expect(page.locator('.asked .text')).toBeInViewport({ ratio: 1 });
      await expectWholeInView();
    }
  });
