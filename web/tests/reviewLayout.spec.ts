//! Tests that steps, graph, and current turning point of a review are visible with the board, on screens of all sizes.
import { Game, present, variants } from './rules';
import { expectBoardInView, expectNoOverflow, expectInView, SCREENS } from './visibility';
import { expect, open, test } from './fixtures';

const PLIES = 12;

/** Returns legal moves that lose material, so that the review finds mistakes. */
function careless(variant: string): string {
  const game = new Game(variant, undefined, 'en');
  const sans: string[] = [];
  for (let ply = 0; ply < PLIES; ply += 1) {
    const { moves, ending } = game.snapshot();
    if (ending) break;
    const { uci } = present(moves[(ply * 7 + 3) % moves.length]);
    const { san } = game.play(uci);
    sans.push(ply % 2 === 0 ? `${String(ply / 2 + 1)}. ${san}` : san);
  }
  return `[Variant "${variant}"]\n\n${sans.join(' ')} *`;
}

for (const { id, name } of variants.filter((one) => one.family === one.id))
  test(`${name}: the review is in view with the board at every size`, async ({ page }) => {
    await page.setViewportSize(present(SCREENS[2]));
    await open(page, `/analyze/${id}`);
    await page
      .getByRole('toolbar', { name: 'Game' })
      .getByRole('button', { name: 'Import', exact: true })
      .click();
    await page.getByLabel('PGN or FEN').fill(careless(id));
    await page.getByRole('button', { name: 'Open this text' }).click();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByLabel('Depth of the review').selectOption({ index: 0 });
    await page.getByRole('button', { name: 'Review game' }).click();
    const turn = page.getByRole('region', { name: 'Turning points' }).locator('.turn').first();
    await expect(turn).toBeVisible({ timeout: 120_000 });
    for (const size of SCREENS) {
      await page.setViewportSize(size);
      const at = `${id} at ${String(size.width)}x${String(size.height)}`;
      await page.evaluate(() => window.scrollTo(0, 0));
      if ((await turn.getAttribute('aria-expanded')) === 'true') await turn.click();
      await turn.click();
      await expect(turn).toHaveAttribute('aria-expanded', 'true');
      await expectBoardInView(page, at);
      await expectInView(page, turn, `${at}: turning point`);
      await expectInView(page, page.locator('.why > p').first(), `${at}: reason`);
      await expectInView(page, page.locator('.evaluation .graph'), `${at}: graph`);
      for (const step of ['One move back', 'One move forward'])
        await expectInView(page, page.getByRole('button', { name: step, exact: true }), `${at}: ${step}`);
      await expectNoOverflow(page, at);
    }
  });
