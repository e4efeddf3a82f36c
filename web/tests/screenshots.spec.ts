//! Takes screenshots of the main states of every variant, to be inspected by eye. They are named
//! `web/screenshots/<game>/<state>-<look>.png`.
import type { Page } from '@playwright/test';

import { Board, showLayer } from './board';
import {
  choiceMove,
  lesson,
  present,
  refusals,
  squaresOf,
  busyMove,
  variants,
  wander,
  type Variant,
} from './rules';
import { expect, open, test } from './fixtures';

test.skip(process.env['SCREENSHOTS'] === undefined, 'npm run screenshots makes the pictures');

const LOOKS = {
  light: { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
  dark: { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
  phone: { colorScheme: 'light', viewport: { width: 375, height: 667 } },
} as const;
type Look = keyof typeof LOOKS;

const games = variants.filter(({ id, family }) => id === family);

/** Waits for pieces and fonts, and saves the screenshot. */
async function shoot(page: Page, path: string, fullPage = false): Promise<void> {
  await page.waitForFunction(() => [...document.images].every(({ complete }) => complete));
  await page.screenshot({ path: `screenshots/${path}.png`, fullPage, animations: 'disabled' });
}

const analyze = (page: Page, id: string, fen: string) =>
  open(page, `/analyze/${id}?fen=${encodeURIComponent(fen)}`);

async function showLayers(page: Page, { overlays }: Variant): Promise<void> {
  for (const { name } of overlays) await showLayer(page, name);
}

async function startLocalGame(page: Page, address: string): Promise<Board> {
  await open(page, address);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  return new Board(page);
}

/** Returns a position one move before a win. */
function beforeTheEnd(variant: Variant): { fen: string; uci: string } {
  let found: { fen: string; uci: string } | undefined;
  wander(variant, 17, (game, { fen, moves }) => {
    const last = moves.find(({ uci }) => game.preview(uci).after.ending?.winner);
    if (last) found = { fen, uci: last.uci };
    return found ? 'enough' : 'more';
  });
  return present(found);
}

async function shootGame(page: Page, variant: Variant, look: Look): Promise<void> {
  const { id } = variant;
  const as = (state: string) => `${id}/${state}-${look}`;
  const { fen, move } = busyMove(variant);

  await open(page, `/play/${id}`);
  await shoot(page, as('new-game'));
  const board = await startLocalGame(page, `/play/${id}`);
  await shoot(page, as('start'));

  await analyze(page, id, fen);
  await showLayers(page, variant);
  await shoot(page, as('layer'));
  await board.walk(move.from);
  await page.keyboard.press('Enter');
  await shoot(page, as('picked'));
  await board.walk(move.to);
  await expect(board.root.locator('.words strong')).toBeVisible();
  await shoot(page, as('ghost'));

  const choice = choiceMove(variant);
  if (choice) {
    await analyze(page, id, choice.fen);
    await board.click(choice.move.from, choice.move.to);
    await shoot(page, as('choice'));
  }
  const [refusal] = refusals(variant, 3).slice(-1);
  if (refusal) {
    await analyze(page, id, refusal.fen);
    const squares = squaresOf(variant).filter((name) => refusal.uci.includes(name));
    const [from, to] = squares.sort((one, other) => refusal.uci.indexOf(one) - refusal.uci.indexOf(other));
    await board.drop(present(from), present(to));
    await expect(page.locator('.why')).toBeVisible();
    await shoot(page, as('refusal'));
  }

  const end = beforeTheEnd(variant);
  await startLocalGame(page, `/play/${id}?fen=${encodeURIComponent(end.fen)}`);
  await page.getByRole('textbox', { name: 'Move' }).fill(end.uci);
  await page.keyboard.press('Enter');
  await expect(page.locator('section.result')).toBeVisible();
  await shoot(page, as('end'));

  await open(page, `/learn/${id}`);
  await shoot(page, as('rules'));
  await page.locator('figure').nth(2).scrollIntoViewIfNeeded();
  await shoot(page, as('diagram'));
  await open(page, `/learn/${id}/lesson/${Math.min(3, lesson(id, 'en').length)}`);
  await shoot(page, as('lesson'));

  await analyze(page, id, fen);
  const engine = page.getByRole('region', { name: 'Engine' });
  await engine.getByRole('switch', { name: 'Engine' }).check();
  await expect(engine.getByRole('listitem')).toHaveCount(3, { timeout: 30_000 });
  await shoot(page, as('engine'));
  await engine.getByRole('switch', { name: 'Engine' }).uncheck();
  await page.getByRole('button', { name: 'Edit position' }).click();
  await shoot(page, as('editor'), true);
}

async function shootLevels(page: Page, variant: Variant, look: Look): Promise<void> {
  const { fen, move } = busyMove(variant);
  await analyze(page, variant.id, fen);
  const picker = page.getByRole('group', { name: 'Levels' });
  for (const [at, kind] of ['flat', 'stacked', 'scene'].entries()) {
    await picker.getByRole('radio').nth(at).check();
    const board = new Board(page);
    if (kind === 'scene') await expect(page.locator('main canvas')).toBeVisible({ timeout: 20_000 });
    await board.walk(move.from);
    await page.keyboard.press('Enter');
    await page.waitForTimeout(500);
    await shoot(page, `${variant.id}/levels-${kind}-${look}`);
    await page.keyboard.press('Escape');
  }
  await picker.getByRole('radio').first().check();
}

for (const look of Object.keys(LOOKS) as Look[]) {
  test.describe(look, () => {
    const { colorScheme, viewport } = LOOKS[look];
    test.use({ colorScheme, viewport, reducedMotion: 'reduce' });

    test('pictures of the pages of all games', async ({ page }) => {
      for (const [name, address] of [
        ['home', '/'],
        ['learn', '/learn'],
        ['about', '/about'],
      ] as const) {
        await open(page, address);
        await shoot(page, `pages/${name}-${look}`, true);
      }
      await page.getByRole('button', { name: 'Settings' }).click();
      await shoot(page, `pages/settings-${look}`);
    });

    for (const variant of games) {
      test(`pictures of ${variant.id}`, async ({ page }) => {
        await shootGame(page, variant, look);
        if (variant.levels > 1) await shootLevels(page, variant, look);
      });
    }
  });
}

test('the picture that links to the page show', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 630 });
  await open(page, '/');
  const board = page.locator('article .board').first();
  await expect(board.locator('svg')).toBeVisible();
  await page.evaluate(() => {
    const [logo, board] = ['header svg', 'article .board svg'].map((of) => document.querySelector(of));
    const [words, lead] = ['main h1', 'main header p'].map((of) => document.querySelector(of)?.textContent);
    const sheet = document.createElement('div');
    sheet.style.cssText =
      'position:fixed;inset:0;z-index:99;display:grid;grid-template-columns:1fr 540px;gap:56px;align-items:center;' +
      'padding:45px 45px 45px 72px;background:var(--surface)';
    const text = document.createElement('div');
    const [title, says] = [document.createElement('p'), document.createElement('p')];
    title.textContent = words ?? '';
    title.style.cssText =
      'margin:28px 0 20px;font-size:52px;font-weight:750;line-height:1.1;letter-spacing:-.03em';
    says.textContent = lead ?? '';
    says.style.cssText = 'margin:0;font-size:24px;line-height:1.4;color:var(--ink-soft)';
    logo?.setAttribute('width', '88');
    logo?.setAttribute('height', '88');
    text.append(...(logo ? [logo] : []), title, says);
    board?.setAttribute('style', 'position:static;width:540px;height:540px;filter:none');
    sheet.append(text, ...(board ? [board] : []));
    document.body.append(sheet);
  });
  await page.screenshot({ path: 'public/social.png', animations: 'disabled' });
});
