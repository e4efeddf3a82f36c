//! Tests of moves by clicks, drags, taps, and keyboard in every variant, with previews, choices, and explanations.
import { Board, showLayer } from './board';
import { choiceMove, Game, present, refusals, standing, busyMove, variants } from './rules';
import { expect, navigate, open, test } from './fixtures';

import type { Page } from '@playwright/test';

test.use({ reducedMotion: 'reduce' });

/** Opens a board at a position, on a page that may have shown another one before. */
async function stand(page: Page, variant: string, fen: string): Promise<Board> {
  if (page.url() === 'about:blank') await open(page, `/analyze/${variant}`);
  await navigate(page, `/analyze/${variant}?fen=${encodeURIComponent(fen)}`);
  await expect(page.getByLabel('Position (FEN)')).toHaveValue(fen);
  const board = new Board(page);
  const game = new Game(variant, fen, 'en');
  await board.expectStanding(standing(game.snapshot()));
  game.free();
  return board;
}

for (const variant of variants) {
  const { fen, before, move, preview } = busyMove(variant);
  const after = standing(preview.after);

  test(`${variant.id}: ${move.san} is foreseen, and played by clicks, by drag and by keyboard`, async ({
    page,
  }) => {
    const board = await stand(page, variant.id, fen);
    await board.click(move.from);
    await board.square(move.to).hover();
    const words = board.root.locator('.words');
    await expect(words).toContainText(move.san);
    // The notation contains the move of the picked piece.
    for (const { event, text } of preview.events)
      if (event.kind !== 'moved' || event.from !== move.from) await expect(words).toContainText(text);
    const stood = new Set(standing(before));
    await expect(board.root.locator('.ghost image')).toHaveCount(
      after.filter((piece) => !stood.has(piece)).length,
    );
    await board.click(move.to);
    await board.expectStanding(after);
    await expect(page.getByLabel('Position (FEN)')).toHaveValue(preview.after.fen);
    await expect(board.root.locator('.ghost')).toHaveCount(0);

    await stand(page, variant.id, fen);
    await board.drag(move.from, move.to);
    await expect(board.root.locator('.words')).toContainText(move.san);
    await page.mouse.up();
    await board.expectStanding(after);

    await stand(page, variant.id, fen);
    await board.walk(move.from);
    await page.keyboard.press('Enter');
    await expect(board.square(move.from)).toHaveAttribute('aria-selected', 'true');
    await board.walk(move.to);
    await expect(board.root.locator('.words')).toContainText(move.san);
    await page.keyboard.press('Enter');
    await board.expectStanding(after);
  });

  const choice = choiceMove(variant);
  if (choice) {
    test(`${variant.id}: what is to be chosen comes from the legal moves`, async ({ page }) => {
      const board = await stand(page, variant.id, choice.fen);
      const { from, to } = choice.move;
      const offered = choice.before.moves
        .filter((one) => one.from === from && one.to === to)
        .map(({ uci }) => uci);
      await board.click(from, to);
      const dialog = page.getByRole('dialog', { name: /^Choose what happens on / });
      const buttons = dialog.getByRole('button');
      await expect(buttons).toHaveCount(offered.length);
      expect(
        await buttons.evaluateAll((all) => all.map((one) => (one as HTMLElement).dataset['uci'])),
      ).toEqual(offered);
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await board.expectStanding(standing(choice.before));
      await board.drop(from, to);
      await dialog.locator(`[data-uci="${choice.move.uci}"]`).click();
      await board.expectStanding(standing(choice.preview.after));
    });
  }

  test(`${variant.id}: what is illegal is explained by the rule`, async ({ page }) => {
    const tries = refusals(variant, 3);
    expect(tries.length).toBeGreaterThan(0);
    for (const { fen, uci, why } of tries) {
      const board = await stand(page, variant.id, fen);
      const before = await board.standing();
      const [, from = '', to = ''] = /^(\d?[a-z]\d)(\d?[a-z]\d)$/.exec(uci) ?? [];
      await board.drop(from, to);
      const said = page.locator('.why');
      await expect(said).toContainText(why.text);
      await expect(board.root.locator('.lit')).toHaveCount(why.squares.length);
      await board.expectStanding(before);
      await said.getByRole('link', { name: present(why.rule) }).click();
      const rule = page.locator(`article[id="${present(why.rule)}"]`);
      await expect(rule).toBeInViewport();
      await expect(page).toHaveURL(new RegExp(`/learn/.*#${present(why.rule).replace('.', '\\.')}$`));
    }
  });
}

test.describe('with fingers', () => {
  test.use({ hasTouch: true, viewport: { width: 375, height: 667 } });

  test('a move of every game is played by taps', async ({ page }) => {
    for (const variant of variants) {
      const { fen, move, preview } = busyMove(variant);
      const board = await stand(page, variant.id, fen);
      await board.tap(move.from, move.to);
      await board.expectStanding(standing(preview.after));
    }
  });
});

test('what a piece could move like is read over the preview of the piece', async ({ page }) => {
  let seen = 0;
  for (const variant of variants) {
    const game = new Game(variant.id, undefined, 'en');
    const layer = variant.overlays.find(({ id }) => (game.overlay(id)?.lent.length ?? 0) > 0);
    const move = game
      .snapshot()
      .moves.find(({ uci, to }) => game.preview(uci, layer?.id).overlay?.lent.some((lent) => lent.to === to));
    game.free();
    if (!layer || !move) continue;
    seen += 1;
    const board = await stand(page, variant.id, variant.start);
    await showLayer(page, layer.name);
    await board.click(move.from);
    await board.square(move.to).hover();
    const order = () =>
      board.root
        .locator(`.ghost, [data-powers^="${move.to} "]`)
        .evaluateAll((all) => all.map((one) => (one.matches('.ghost') ? 'ghost' : 'powers')));
    await expect.poll(order).toEqual(['ghost', 'powers']);
  }
  expect(seen).toBeGreaterThan(0);
});

test('a piece that is taken is faint under the one that takes it', async ({ page }) => {
  const board = await stand(page, 'chess', '4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1');
  await board.click('e4');
  const [taken, mover] = [
    board.root.locator('.piece.under'),
    board.root.locator('[data-piece="white pawn"]'),
  ];
  await expect(taken).toHaveCount(0);
  await board.square('d5').hover();
  await expect(taken).toHaveAttribute('data-piece', 'black pawn');
  await expect(taken).toHaveCSS('opacity', '0.12');
  await expect(mover).toHaveCSS('opacity', '0.38');
});

test.describe('in the dark', () => {
  test.use({ colorScheme: 'dark' });

  test('pieces have a light edge where no square is behind them', async ({ page }) => {
    const board = await stand(page, 'magnetic', '7k/8/8/8/8/8/4p3/K7 b - - 0 1');
    await board.click('e2', 'e1');
    const edge = /rgba\(255, 255, 255/;
    await expect(page.locator('.choice img').first()).toHaveCSS('filter', edge);
    await open(page, '/analyze/future');
    await page.getByRole('radio', { name: 'Stacked' }).check();
    await expect(board.root.locator('.piece img').first()).toHaveCSS('filter', edge);
  });
});
