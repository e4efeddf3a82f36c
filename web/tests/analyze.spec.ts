import type { Page } from '@playwright/test';

import { asSentence } from '../src/lib/sentence';
import { Board } from './board';
import { busyMove, first, Game, PgnReader, present, samples, standing, variants, writePgn } from './rules';
import { expect, navigate, open, test } from './fixtures';

test.use({ reducedMotion: 'reduce' });

const fenField = (page: Page) => page.getByLabel('Position (FEN)');
const moves = (page: Page) => page.getByRole('region', { name: 'Moves', exact: true });
const act = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Game' }).getByRole('button', { name, exact: true });
const engine = (page: Page) => page.getByRole('region', { name: 'Engine' });
const toggle = (page: Page) => engine(page).getByRole('switch', { name: 'Engine' });
const lines = (page: Page) => engine(page).getByRole('listitem');
const notices = (page: Page) => page.locator('.notice');

/** Waits until the browser has stored this text for a variant. */
const remembered = (page: Page, variant: string, text: string) =>
  expect
    .poll(() => page.evaluate((name) => localStorage.getItem(name) ?? '', `faraday.analysis.${variant}`))
    .toContain(text);

async function paste(page: Page, text: string): Promise<void> {
  await act(page, 'Import').click();
  await page.getByLabel('PGN or FEN').fill(text);
  await page.getByRole('button', { name: 'Open this text' }).click();
}

/** Returns the PGN that the app exports. */
async function pgnOf(page: Page): Promise<string> {
  await act(page, 'Export').click();
  const text = await page.getByLabel('Game as PGN').inputValue();
  await page.keyboard.press('Escape');
  return text;
}

/** Parses and reformats a PGN with the rules. */
function rewritten(pgn: string, variant: string): string {
  const reader = new PgnReader();
  const [entry] = [...reader.feed(new TextEncoder().encode(pgn)), ...reader.finish()];
  return writePgn({ ...present(entry?.record), variant }, 'en');
}

/** Opens a short game, so that a test can check that it is unchanged. */
async function withGame(page: Page): Promise<string> {
  await open(page, `/analyze/${first.id}`);
  const [move] = new Game(first.id, undefined, 'en').snapshot().moves;
  await new Board(page).click(present(move).from, present(move).to);
  await expect(moves(page)).toContainText(present(move).san);
  await remembered(page, first.id, '"moves":[{');
  return fenField(page).inputValue();
}

for (const variant of variants) {
  test(`${variant.id}: engine lines appear, are legal and get deeper`, async ({ page }) => {
    await open(page, `/analyze/${variant.id}`);
    await toggle(page).check();
    await expect(lines(page)).toHaveCount(3, { timeout: 30_000 });
    const status = engine(page).locator('.status');
    await expect(status).toContainText(/Depth \d+\/\d+ · .* nodes · .*\/s/);
    const depth = async () => Number(/Depth (\d+)/.exec(await status.innerText())?.[1]);
    const before = await depth();
    await expect.poll(depth, { timeout: 30_000 }).toBeGreaterThan(before);
    const legal = new Game(variant.id, undefined, 'en').snapshot().moves.map(({ san }) => san);
    const firsts = await lines(page).evaluateAll((all) =>
      all.map((line) => line.querySelector('button')?.innerText.replace(/^\d+(\.|…)\s*/, '') ?? ''),
    );
    expect(new Set(firsts).size).toBe(3);
    for (const san of firsts) expect(legal).toContain(san);
    await lines(page).first().getByRole('button').first().click();
    await expect(moves(page).getByRole('button')).toHaveCount(1);
  });

  test(`${variant.id}: what the editor sets up is there, also after a reload`, async ({ page }) => {
    const { fen } = busyMove(variant);
    await open(page, `/analyze/${variant.id}?fen=${encodeURIComponent(fen)}`);
    await act(page, 'Edit position').click();
    const field = page.getByLabel('Position (FEN)');
    await expect(field).toHaveValue(fen);
    const board = new Board(page, page.locator('.editor-board'));
    const game = new Game(variant.id, fen, 'en');
    const { pieces } = game.snapshot();
    const taken = present(pieces.find(({ role }) => role === 'pawn'));
    await page.getByRole('button', { name: 'Erase' }).click();
    await board.click(taken.square);
    await expect(page.getByRole('status').filter({ hasText: 'The position is valid.' })).toBeVisible();
    const edited = await field.inputValue();
    expect(edited).not.toBe(fen);
    await page.getByRole('button', { name: 'Analyze this position' }).click();
    await expect(field).toHaveValue(edited);
    const left = standing({ pieces: pieces.filter(({ square }) => square !== taken.square) });
    expect(standing(new Game(variant.id, edited, 'en').snapshot())).toEqual(left);
    await new Board(page).expectStanding(left);
    await remembered(page, variant.id, edited);
    await page.reload();
    await expect(field).toHaveValue(edited);
    await new Board(page).expectStanding(left);
  });

  test(`${variant.id}: a set-up without kings is refused in the words of the rules`, async ({ page }) => {
    await open(page, `/analyze/${variant.id}`);
    await act(page, 'Edit position').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    const fen = await page.getByLabel('Position (FEN)').inputValue();
    let sentence = '';
    try {
      new Game(variant.id, fen, 'en');
    } catch (error) {
      sentence = asSentence((error as Error).message, 'en');
    }
    expect(sentence).not.toBe('');
    await expect(page.locator('.state.illegal')).toHaveText(sentence);
    await expect(page.getByRole('button', { name: 'Analyze this position' })).toBeDisabled();
  });
}

test('sample games go in and come out as PGN, in every variant', async ({ page }) => {
  await open(page, '/');
  for (const variant of variants) {
    await navigate(page, `/analyze/${variant.id}`);
    for (const { pgn } of samples(variant.id)) {
      await paste(page, pgn);
      await expect(page.getByText('Game opened.').first()).toBeAttached();
      await expect.poll(() => pgnOf(page)).toBe(rewritten(pgn, variant.id));
    }
  }
});

test('variations, comments and glyphs stay through PGN, a reload and a link', async ({ page, context }) => {
  const pgn = `[Event "A club evening"]
[White "Ada"]
[Black "Grace"]
[Result "*"]

{Before the first move.} 1. e4 $1 {The best by test.} (1. d4 d5 (1... Nf6 2. c4) 2. c4 $5) 1... e5 2. Nf3 Nc6 *
`;
  await open(page, '/analyze/chess');
  await paste(page, pgn);
  await expect(moves(page)).toContainText('The best by test.');
  const written = await pgnOf(page);
  expect(written).toBe(rewritten(pgn, 'chess'));
  await remembered(page, 'chess', 'The best by test.');
  await page.reload();
  expect(await pgnOf(page)).toBe(written);
  await page.getByRole('button', { name: 'To the end' }).click();
  const fen = await fenField(page).inputValue();
  await act(page, 'Share').click();
  const link = await page.getByLabel('Link').inputValue();
  const other = await context.newPage();
  await open(other, link);
  await expect(fenField(other)).toHaveValue(fen);
  expect(await pgnOf(other)).toBe(written);
});

test('names and date are written into the PGN, and are there after a reload', async ({ page }) => {
  await open(page, '/analyze/chess');
  await act(page, 'More').click();
  await act(page, 'Game details').click();
  const field = (name: string) => page.getByRole('dialog').getByLabel(name);
  await field('White').fill('Ada');
  await field('Black').fill('Grace');
  await field('Event').fill('A club evening');
  await field('Date').fill('2026.13');
  await expect(page.getByRole('alert')).toContainText('Enter a date');
  await field('Date').fill('2026-11-5');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Ada – Grace' })).toBeVisible();
  await remembered(page, 'chess', '2026.11.05');
  await page.reload();
  const pgn = await pgnOf(page);
  for (const tag of ['[White "Ada"]', '[Black "Grace"]', '[Event "A club evening"]', '[Date "2026.11.05"]'])
    expect(pgn).toContain(tag);
});

test('arrows go through the game after a click on the board, and move its cursor once that is seen', async ({
  page,
}) => {
  const start = await withGame(page);
  await page.keyboard.press('ArrowLeft');
  await expect(fenField(page)).not.toHaveValue(start);
  await page.keyboard.press('ArrowRight');
  await expect(fenField(page)).toHaveValue(start);
  await page.keyboard.press('k');
  const cursor = page.locator('[data-steered="true"] [data-square]:focus');
  await expect(cursor).toHaveCount(1);
  const square = await cursor.getAttribute('data-square');
  await page.keyboard.press('ArrowRight');
  await expect(cursor).not.toHaveAttribute('data-square', square ?? '');
  await expect(fenField(page)).toHaveValue(start);
});

test('the layer of a game is shown until it is switched off, and that is remembered', async ({ page }) => {
  const layered = variants.filter(({ overlays }) => overlays.length > 0);
  const [{ id, overlays }] = layered as [(typeof layered)[0]];
  await open(page, `/analyze/${id}`);
  const layer = page.getByRole('group', { name: 'Overlays' }).getByRole('button', {
    name: present(overlays[0]).name,
  });
  await expect(layer).toHaveAttribute('aria-pressed', 'true');
  await layer.click();
  await page.reload();
  await expect(layer).toHaveAttribute('aria-pressed', 'false');
});

test('the verdict on a set-up is seen while it is made', async ({ page }) => {
  for (const [width, height] of [
    [1280, 800],
    [1366, 657],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    await open(page, `/analyze/${first.id}`);
    await act(page, 'Edit position').click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.evaluate(() => window.scrollTo(0, 0));
    await expect(page.locator('.state.illegal')).toBeInViewport({ ratio: 1 });
  }
});

test('the evaluation of a game survives a reload in its middle, and goes into the PGN', async ({ page }) => {
  await open(page, '/analyze/chess');
  await paste(page, '1. f3 e5 2. g4 Nc6 3. h3 a6 4. h4 b6 5. a3 *');
  const tab = (name: string) => page.getByRole('tab', { name });
  await tab('Review').click();
  await page.getByLabel('Depth of the review').selectOption({ index: 0 });
  await page.getByRole('button', { name: 'Review game' }).click();
  const curve = page.locator('.evaluation .graph');
  await expect(page.getByText('Provisional')).toBeVisible({ timeout: 60_000 });
  await tab('Moves').click();
  await expect(moves(page)).toContainText('g4??', { timeout: 60_000 });
  await page.reload();
  await expect(moves(page)).toContainText('g4??');
  await tab('Review').click();
  await expect(curve).toBeVisible();
  await act(page, 'Export').click();
  const pgn = page.getByLabel('Game as PGN');
  await expect(pgn).toHaveValue(/2\. g4 \$4/);
  await page.getByRole('checkbox', { name: /verdicts/ }).uncheck();
  await expect(pgn).toHaveValue(/2\. g4 Nc6/);
});

test('the sheet says which line the animation shows', async ({ page }) => {
  await open(page, '/analyze/chess');
  await paste(page, '1. e4 (1. d4 d5) 1... e5 *');
  await expect(moves(page)).toContainText('d5');
  await act(page, 'Export').click();
  await expect(page.getByRole('dialog')).toContainText('The game from start to end');
  await page.keyboard.press('Escape');
  await moves(page).getByRole('button', { name: /d5/ }).click();
  await act(page, 'Export').click();
  await expect(page.getByRole('dialog')).toContainText('The variation you are in');
});

test.describe('what cannot be opened is explained, and the game stays', () => {
  test('a broken link', async ({ page }) => {
    const fen = await withGame(page);
    for (const hash of ['g1.', 'g1.AAAA', 'g1.%F0%9F', `g1.${'x'.repeat(5000)}`]) {
      await page.goto('/about');
      await open(page, `/analyze/${first.id}#${hash}`);
      await expect(notices(page).first()).toContainText('This link is broken');
      await expect(fenField(page)).toHaveValue(fen);
    }
  });

  test('a bad FEN, in the address and in the field', async ({ page }) => {
    const fen = await withGame(page);
    await page.goto('/about');
    await open(page, `/analyze/${first.id}?fen=8/8/8/9`);
    await expect(notices(page).first()).toContainText('This cannot be opened');
    await expect(fenField(page)).toHaveValue(fen);
    await fenField(page).fill('nonsense');
    await fenField(page).press('Enter');
    await expect(page.locator('.fen [role="alert"]')).not.toBeEmpty();
    await expect(moves(page).getByRole('button')).toHaveCount(1);
  });

  test('a PGN with an illegal move, and one that is none', async ({ page }) => {
    const fen = await withGame(page);
    await paste(page, '1. e4 e5 2. Ke3 *');
    await expect(page.getByRole('dialog')).toContainText('1 game cannot be opened');
    await page.getByLabel('PGN or FEN').fill('\u0000\u0001 not a game ((( {');
    await page.getByRole('button', { name: 'Open this text' }).click();
    await expect(page.getByRole('dialog')).toContainText(/cannot be opened|No game was found in this text/);
    await page.keyboard.press('Escape');
    await expect(fenField(page)).toHaveValue(fen);
  });

  test('a line of EPD, and several', async ({ page }) => {
    await open(page, '/analyze/chess');
    await paste(page, '4k3/8/8/8/8/8/8/4K2R w K - bm O-O; hmvc 3; fmvn 20;');
    await expect(fenField(page)).toHaveValue('4k3/8/8/8/8/8/8/4K2R w K - 3 20');
    await paste(page, '4k3/8/8/8/8/8/4P3/4K3 w - - id "Pawn";\n4k3/8/8/8/8/8/8/4KR2 w - - id "Rook";');
    await page.getByRole('dialog').getByRole('button', { name: 'Rook' }).click();
    await expect(fenField(page)).toHaveValue('4k3/8/8/8/8/8/8/4KR2 w - - 0 1');
  });

  test('a PGN with one fault says at once which', async ({ page }) => {
    await open(page, '/analyze/chess');
    await paste(page, '[White "Ada"]\n\n1. e4 e5\n2. Nf3 Nd4 *');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('Game at line 1: 2… Nd4:')).toBeVisible();
    await expect(dialog.getByText('1 game cannot be opened')).toHaveCount(1);
    await dialog.getByRole('button', { name: 'Open up to there' }).click();
    await expect(moves(page)).toContainText('Nf3');
    await expect(notices(page).first()).toContainText('Opened up to Nd4');
  });

  test('a PGN of 500 MB is read piece by piece, and can be stopped', async ({ page }) => {
    const fen = await withGame(page);
    await act(page, 'Import').click();
    const game = `[Event "Of many"]\n[White "Ada"]\n[Black "Grace"]\n[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n\n`;
    await page.evaluate((text) => {
      const given = new DataTransfer();
      // The parts share their memory.
      const part = new Blob([text.repeat(Math.ceil(10_000_000 / text.length))]);
      given.items.add(new File(Array<Blob>(50).fill(part), 'many.pgn'));
      window.dispatchEvent(new DragEvent('drop', { dataTransfer: given, bubbles: true, cancelable: true }));
    }, game);
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('many.pgn');
    await expect(dialog.getByRole('progressbar')).toBeVisible();
    await expect
      .poll(async () => /([\d,]+) games/.exec(await dialog.innerText())?.[1], { timeout: 30_000 })
      .toBeTruthy();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toContainText('Stopped; the games found so far are kept.');
    await page.keyboard.press('Escape');
    await expect(fenField(page)).toHaveValue(fen);
  });
});

test.describe('what goes wrong is told, and the game stays', () => {
  /** Keeps references to the page's workers, so that the test can terminate them. */
  async function watchWorkers(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const workers: Worker[] = [];
      const reporting = new Set<Worker>();
      Object.assign(window, { workers, reporting });
      window.Worker = class extends Worker {
        constructor(...given: ConstructorParameters<typeof Worker>) {
          super(...given);
          workers.push(this);
          this.addEventListener('message', ({ data }: MessageEvent<{ kind?: string }>) => {
            if (data.kind === 'report') reporting.add(this);
          });
        }
      };
    });
  }
  /** Crashes the engine's worker as if the browser had run out of memory. */
  async function kill(page: Page): Promise<void> {
    await page.evaluate(() => {
      const worker = (window as unknown as { workers: Worker[] }).workers.at(-1);
      worker?.terminate();
      worker?.dispatchEvent(new ErrorEvent('error', { message: 'out of memory', cancelable: true }));
    });
  }

  test('a worker that dies in the middle of a search is replaced; one that dies again is given up', async ({
    page,
  }) => {
    await watchWorkers(page);
    const fen = await withGame(page);
    await toggle(page).check();
    await expect(lines(page)).toHaveCount(3, { timeout: 30_000 });
    await kill(page);
    await expect(notices(page).first()).toContainText('The engine stopped; restarting it.');
    // The next crash counts only once the new worker is running.
    await page.waitForFunction(() => {
      const { workers, reporting } = window as unknown as { workers: Worker[]; reporting: Set<Worker> };
      return workers.slice(1).some((worker) => reporting.has(worker));
    });
    await expect(lines(page)).toHaveCount(3);
    await kill(page);
    await expect(page.getByText(/The engine stopped: .* Your game is unchanged\./).first()).toBeVisible();
    await expect(toggle(page)).not.toBeChecked();
    await expect(fenField(page)).toHaveValue(fen);
    await page.getByRole('button', { name: 'Restart the engine' }).click();
    await expect(lines(page)).toHaveCount(3, { timeout: 30_000 });
  });

  test('a full store is told, and the analysis goes on', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
    });
    const { move, fen, preview } = busyMove(first);
    await open(page, `/analyze/${first.id}?fen=${encodeURIComponent(fen)}`);
    await expect(notices(page).filter({ hasText: 'not saving data' })).toHaveCount(1);
    const board = new Board(page);
    await board.click(move.from, move.to);
    await board.expectStanding(standing(preview.after));
  });
});
