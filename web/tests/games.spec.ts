//! Tests of whole games in every variant: their ends, their storage, and the replies of the weakest engine.
import type { Page } from '@playwright/test';

import { scoreOf } from '../src/game/record';
import { Board } from './board';
import { dice, Game, present, standing, variants, wander, type Ending, type Variant } from './rules';
import { expect, open, test } from './fixtures';

test.use({ reducedMotion: 'reduce' });

const played = (page: Page) =>
  page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button');
const field = (page: Page) => page.getByRole('textbox', { name: 'Move' });

async function start(page: Page): Promise<Board> {
  await page.getByRole('button', { name: 'Start the game' }).click();
  await expect(page.getByRole('gridcell').first()).toBeVisible();
  return new Board(page);
}

async function type(page: Page, moves: readonly string[]): Promise<void> {
  for (const move of moves) {
    await field(page).fill(move);
    await field(page).press('Enter');
    await expect(field(page)).toHaveValue('');
  }
}

/** Returns a position one move before a win. */
function lastMove(variant: Variant): { fen: string; uci: string; ending: Ending } {
  let found: { fen: string; uci: string; ending: Ending } | undefined;
  wander(variant, 17, (game, { fen, moves }) => {
    for (const { uci } of moves) {
      const { ending } = game.preview(uci).after;
      if (ending?.winner) found = { fen, uci, ending };
    }
    return found ? 'enough' : 'more';
  });
  return present(found);
}

/** Returns a few random moves from the start. */
function opening(variant: Variant, plies: number): { moves: string[]; pieces: string[] } {
  const draw = dice(23);
  const game = new Game(variant.id, undefined, 'en');
  for (let ply = 0; ply < plies; ply += 1) {
    const { moves } = game.snapshot();
    game.play(present(moves[draw(moves.length)]).uci);
  }
  return { moves: game.moves(), pieces: standing(game.snapshot()) };
}

for (const variant of variants) {
  test(`${variant.id}: a game that is won says who won and by which rule`, async ({ page }) => {
    const { fen, uci, ending } = lastMove(variant);
    await open(page, `/play/${variant.id}?fen=${encodeURIComponent(fen)}`);
    await page.getByRole('radio', { name: 'Two people, one screen' }).check();
    await start(page);
    await type(page, [uci]);
    const result = page.getByRole('region', { name: ending.text });
    await expect(result).toContainText(scoreOf(ending.result));
    const link = result.getByRole('link');
    await expect(link).toContainText(present(ending.rule));
    await link.click();
    await expect(page.locator(`article[id="${present(ending.rule)}"]`)).toBeInViewport();
  });

  test(`${variant.id}: a game between two people is there after a reload`, async ({ page }) => {
    const { moves, pieces } = opening(variant, 4);
    await open(page, `/play/${variant.id}`);
    await page.getByRole('radio', { name: 'Two people, one screen' }).check();
    await page.getByRole('radio', { name: '5+3', exact: true }).check();
    const board = await start(page);
    await type(page, moves);
    await board.expectStanding(pieces);
    await page.reload();
    await expect(page.getByText('The clocks are stopped.')).toBeVisible();
    await expect(played(page)).toHaveCount(moves.length);
    await board.expectStanding(pieces);
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('toolbar').getByRole('button', { name: 'Take back', exact: true }).click();
    await expect(played(page)).toHaveCount(moves.length - 1);
  });

  test(`${variant.id}: the weakest engine answers with a legal move`, async ({ page }) => {
    const game = new Game(variant.id, undefined, 'en');
    const [move] = game.snapshot().moves;
    await open(page, `/play/${variant.id}`);
    await page.getByRole('radio', { name: '1', exact: true }).check();
    const board = await start(page);
    await type(page, [present(move).uci]);
    await expect(played(page)).toHaveCount(2, { timeout: 30_000 });
    game.play(present(move).uci);
    const answers = game.snapshot().moves.map(({ uci }) => standing(game.preview(uci).after).join());
    await expect.poll(async () => answers.includes((await board.standing()).join())).toBe(true);
  });
}
