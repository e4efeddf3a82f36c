//! Tests of puzzles in all modes: solving, hints, ratings, themes, and streaks.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { Board } from './board';
import { Game, present, variants } from './rules';
import { expect, expectAccessible, open, test } from './fixtures';

interface Puzzle {
  id: string;
  fen: string;
  moves: string[];
  rating: number;
  themes?: string[];
  causes?: { turn: number; theme: string; squares?: string[] }[];
}

const VARIANTS = '../crates/variants/src';

function puzzlesOf(variant: string): Puzzle[] {
  const paths = readdirSync(VARIANTS, { recursive: true, encoding: 'utf8' });
  const path = paths.find((name) => name.endsWith(join('puzzles', `${variant}.jsonl`)));
  if (path === undefined) return [];
  const lines = readFileSync(join(VARIANTS, path), 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Puzzle);
}

const games = variants.filter(({ id }) => puzzlesOf(id).length > 0);
const first = present(games[0]);

/** Fetches the ratings by solvers of a variant's puzzles. */
async function ratingsOf(page: Page, variant: string): Promise<Map<string, number>> {
  const answer = await page.request.get(`/api/v1/variants/${variant}/puzzles`);
  const rated = (await answer.json()) as { id: string; rating: number }[];
  return new Map(rated.map(({ id, rating }) => [id, rating]));
}

/** Plays a move with clicks and makes any choice. */
async function play(page: Page, board: Board, game: Game, uci: string): Promise<void> {
  const [, from = '', to = ''] = /^(\d?[a-z]\d)(\d?[a-z]\d)/.exec(uci) ?? [];
  await board.click(from, to);
  const choices = game.snapshot().moves.filter((move) => move.from === from && move.to === to);
  if (choices.length > 1) await page.locator(`[data-uci="${uci}"]`).click();
}

/** Returns an unambiguous legal move that neither solves the puzzle nor wins at once. */
function wrongMove(variant: string, game: Game, fen: string, right: string): string {
  const { moves } = game.snapshot();
  const alone = moves.filter(
    ({ from, to }) => moves.filter((other) => other.from === from && other.to === to).length === 1,
  );
  const played = game.moves();
  const wins = (uci: string): boolean => {
    const after = new Game(variant, fen, 'en');
    for (const move of [...played, uci]) after.play(move);
    return after.snapshot().ending?.winner !== undefined;
  };
  return present(alone.find(({ uci }) => uci !== right && !wins(uci))).uci;
}

/** The longest of the puzzles that come first. */
const longest = (variant: string): Puzzle =>
  present([...puzzlesOf(variant)].sort((a, b) => b.moves.length - a.moves.length)[0]);

test.use({ reducedMotion: 'reduce' });

for (const { id, name } of games) {
  test(`a puzzle of ${name} is solved by hand, and shows what it was about`, async ({ page }) => {
    const puzzle = longest(id);
    const game = new Game(id, puzzle.fen, 'en');
    await open(page, `/puzzles/${id}/${puzzle.id}`);
    const board = new Board(page);
    const hint = page.getByRole('button', { name: /^Hint/ });
    for (const [at, uci] of puzzle.moves.entries()) {
      if (at % 2 === 1) {
        await expect(hint).toBeEnabled();
        await play(page, board, game, uci);
      }
      game.play(uci);
    }
    await expect(page.getByRole('heading', { name: 'Solved!' })).toBeVisible();
    await expect(page.getByRole('heading', { name: /find the only winning move/ })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'More puzzles' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'About this puzzle' })).toBeVisible();
    const rating = (await ratingsOf(page, id)).get(puzzle.id) ?? puzzle.rating;
    await expect(page.getByText(`Puzzle rating: ${Math.round(rating).toLocaleString('en')}`)).toBeVisible();
    await expectAccessible(page);
  });
}

/** A puzzle of each variant that depends on its rules, preferably one whose reason contains a square twice. */
const owing = games.flatMap(({ id }) => {
  const repeats = ({ causes = [] }: Puzzle): boolean =>
    causes.some(({ squares = [] }) => new Set(squares).size < squares.length);
  const own = puzzlesOf(id).filter(({ causes = [] }) => causes.length > 0);
  const puzzle = own.find(repeats) ?? own[0];
  return puzzle ? [{ id, puzzle }] : [];
});

test('a solution tells what of the rules it rests on', async ({ page }) => {
  expect(owing.length).toBeGreaterThan(2);
  for (const { id, puzzle } of owing) {
    const game = new Game(id, puzzle.fen, 'en');
    const cause = present(puzzle.causes?.[0]);
    for (const uci of puzzle.moves.slice(0, 2 * cause.turn - 1)) game.play(uci);
    const told = game.causes(present(puzzle.moves[2 * cause.turn - 1]));
    const meant = told.find(
      ({ theme, squares }) => theme === cause.theme && squares.join() === (cause.squares ?? []).join(),
    );
    await open(page, `/puzzles/${id}/${puzzle.id}`);
    await page.getByRole('button', { name: 'Show the solution' }).click();
    const why = page.getByRole('heading', { name: 'Why it wins' });
    await expect(why).toBeVisible();
    await expect(page.locator('h4 + .effects li').first()).toContainText(present(meant).text);
    await expectAccessible(page);
  }
});

test('a wrong move is taken back, costs rating once, and the solution can be seen', async ({ page }) => {
  await open(page, `/puzzles/${first.id}`);
  const hint = page.getByRole('button', { name: /^Hint/ });
  await expect(hint).toBeEnabled();
  await expect(page.getByText('Your rating: 1,200')).toBeVisible();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  const link = page.getByRole('link', { name: /^Puzzle \w+$/ });
  await expect(link).toBeVisible();
  await expect(page.getByText('0 of 1 solved')).toBeVisible();
  await expect(page.getByText('Your rating: 1,200')).toHaveCount(0);
  await link.click();
  await expect(page).toHaveURL(/\/puzzles\/[^/]+\/\w+$/);

  const id = present(page.url().split('/').pop());
  const puzzle = present(puzzlesOf(first.id).find((one) => one.id === id));
  // The server has received the attempt and rates the puzzle harder than its initial rating.
  await expect
    .poll(async () => (await ratingsOf(page, first.id)).get(id) ?? 0)
    .toBeGreaterThan(puzzle.rating);
  const game = new Game(first.id, puzzle.fen, 'en');
  game.play(present(puzzle.moves[0]));
  const board = new Board(page);
  await expect(hint).toBeEnabled();
  const before = await board.seen();
  await play(page, board, game, wrongMove(first.id, game, puzzle.fen, present(puzzle.moves[1])));
  await expect(page.locator('.feedback')).toContainText('does not win. Try again.');
  await board.expectStanding(before);
  await hint.click();
  const { from } = present(game.snapshot().moves.find(({ uci }) => uci === puzzle.moves[1]));
  await expect(page.locator('.feedback')).toContainText(`Move the piece on ${from}.`);
});

test('a theme is practiced, and the address keeps it', async ({ page }) => {
  const { id } = present(owing[0]);
  const theme = present(puzzlesOf(id).flatMap(({ causes = [] }) => causes)[0]).theme;
  const about = puzzlesOf(id).filter(({ themes = [] }) => themes.includes(theme));
  await open(page, `/puzzles/${id}`);
  await page.getByRole('combobox', { name: 'Themes' }).selectOption(theme);
  await expect(page).toHaveURL(new RegExp(`theme=${theme}$`));
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Themes' })).toHaveValue(theme);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  const link = page.getByRole('link', { name: /^Puzzle \w+$/ });
  await expect(link).toBeVisible();
  await expectAccessible(page);
  const drawn = present((await link.getAttribute('href'))?.split('/').pop());
  expect(about.map((puzzle) => puzzle.id)).toContain(drawn);

  await link.click();
  await expect(page.getByText('You have seen this puzzle before')).toBeVisible();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('list', { name: 'Themes' }).getByRole('link').first().click();
  await expect(page).toHaveURL(/theme=/);
});

test('the puzzle of the day is the same for everybody, and a streak ends with a miss', async ({ page }) => {
  await open(page, `/puzzles/${first.id}?mode=daily`);
  const hint = page.getByRole('button', { name: /^Hint/ });
  await expect(hint).toBeEnabled();
  const board = new Board(page);
  const before = await board.seen();
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(hint).toBeEnabled();
  await board.expectStanding(before);

  await page.getByRole('link', { name: 'Streak', exact: true }).click();
  await expect(page.getByText('0 puzzles in a row')).toBeVisible();
  await expect(hint).toBeEnabled();
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await page.getByRole('button', { name: 'New streak' }).click();
  await expect(hint).toBeEnabled();
});

test('a streak survives a reload and other pages, and its end is named', async ({ page }) => {
  await open(page, `/puzzles/${first.id}?mode=streak`);
  const hint = page.getByRole('button', { name: /^Hint/ });
  await expect(hint).toBeEnabled();
  const board = new Board(page);
  const stored = async (): Promise<string> =>
    page.evaluate((id) => localStorage.getItem(`faraday.puzzles.streak.${id}`) ?? '{}', first.id);
  const asked = JSON.parse(await stored()) as { puzzle: string };
  const puzzle = present(puzzlesOf(first.id).find(({ id }) => id === asked.puzzle));
  const game = new Game(first.id, puzzle.fen, 'en');
  for (const [at, uci] of puzzle.moves.entries()) {
    if (at % 2 === 1) {
      await expect(hint).toBeEnabled();
      await play(page, board, game, uci);
    }
    game.play(uci);
  }
  await expect(page.getByText('1 puzzle in a row')).toBeVisible();
  await page.getByRole('link', { name: 'Daily', exact: true }).click();
  await page.getByRole('link', { name: 'Streak', exact: true }).click();
  await expect(page.getByText('1 puzzle in a row')).toBeVisible();
  await expect(hint).toBeEnabled();
  const before = await board.seen();
  await page.reload();
  await expect(page.getByText('1 puzzle in a row')).toBeVisible();
  await expect(hint).toBeEnabled();
  await board.expectStanding(before);
  await page.getByRole('button', { name: 'Show the solution' }).click();
  await expect(page.getByText('Streak ended: 1')).toBeVisible();
});

test('the price of a hint is named, and the rating shows what it cost', async ({ page }) => {
  await open(page, `/puzzles/${first.id}`);
  const hint = page.getByRole('button', { name: 'Hint (counts as missed)' });
  await expect(hint).toBeEnabled();
  const id = present(page.url().split('/').pop());
  const puzzle = present(puzzlesOf(first.id).find((one) => one.id === id));
  await hint.click();
  await expect(page.locator('.change')).toHaveText(/^Change of your rating: −\d+$/);
  await expect(page.getByRole('button', { name: 'Hint', exact: true })).toBeDisabled();
  const game = new Game(first.id, puzzle.fen, 'en');
  const board = new Board(page);
  for (const [at, uci] of puzzle.moves.entries()) {
    if (at % 2 === 1) {
      await expect(page.getByRole('button', { name: 'Show the solution' })).toBeEnabled();
      await play(page, board, game, uci);
    }
    game.play(uci);
  }
  await expect(page.getByRole('heading', { name: 'Solved, with a hint.' })).toBeVisible();
});

test('an answered puzzle is stepped through, and analyzed with the wrong try', async ({ page }) => {
  const puzzle = longest(first.id);
  await open(page, `/puzzles/${first.id}/${puzzle.id}`);
  const solution = page.getByRole('button', { name: 'Show the solution' });
  await expect(solution).toBeEnabled();
  const board = new Board(page);
  const asked = await board.seen();
  const game = new Game(first.id, puzzle.fen, 'en');
  game.play(present(puzzle.moves[0]));
  const wrong = wrongMove(first.id, game, puzzle.fen, present(puzzle.moves[1]));
  await play(page, board, game, wrong);
  await expect(page.locator('.feedback')).toContainText('does not win. Try again.');
  await expect(solution).toBeEnabled();
  await solution.click();
  await expect(page.getByRole('heading', { name: 'That was the solution.' })).toBeVisible();
  const last = await board.seen();
  for (let left = puzzle.moves.length; left > 1; left -= 1) await page.keyboard.press('ArrowLeft');
  await board.expectStanding(asked);
  await page.keyboard.press('End');
  await board.expectStanding(last);
  await page.getByRole('button', { name: 'To the start' }).click();
  await page.getByRole('button', { name: 'One move forward' }).click();
  await board.expectStanding(asked);
  await page.getByRole('group', { name: 'Your other tries' }).getByRole('button').click();
  await expect.poll(() => board.seen()).not.toEqual(asked);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Analyze', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/analyze/${first.id}`));
  await new Board(page).expectStanding(asked);
  const moves = page.getByRole('region', { name: 'Moves' });
  const tried = game.play(wrong).san;
  await expect(moves).toContainText(tried);
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/${puzzle.id}$`));
  await expect(solution).toBeEnabled();
  await board.expectStanding(asked);
});

test('a theme leaves the open rated puzzle as it is', async ({ page }) => {
  const { id } = present(owing[0]);
  await open(page, `/puzzles/${id}`);
  const solution = page.getByRole('button', { name: 'Show the solution' });
  await expect(solution).toBeEnabled();
  const address = page.url();
  const theme = present(puzzlesOf(id).flatMap(({ causes = [] }) => causes)[0]).theme;
  await page.getByRole('combobox', { name: 'Themes' }).selectOption(theme);
  await expect(page).toHaveURL(new RegExp(`/puzzles/${id}/\\w+\\?theme=`));
  const themed = page.url();
  await expect(solution).toBeEnabled();
  await page.reload();
  await expect(solution).toBeEnabled();
  expect(page.url()).toBe(themed);
  await expect(page.getByRole('combobox', { name: 'Themes' })).toHaveValue(theme);
  await page.getByRole('link', { name: 'Rated', exact: true }).click();
  await expect(page).toHaveURL(address);
});

test('a reload shows the same rated puzzle until it is answered', async ({ page }) => {
  await open(page, `/puzzles/${first.id}`);
  const hint = page.getByRole('button', { name: /^Hint/ });
  await expect(hint).toBeEnabled();
  const board = new Board(page);
  const before = await board.seen();
  for (let reload = 0; reload < 3; reload += 1) {
    await page.reload();
    await expect(hint).toBeEnabled();
    await board.expectStanding(before);
  }
});

test('every game leads to its puzzles, and what does not exist is said', async ({ page }) => {
  await open(page, '/puzzles');
  await expect(page.getByRole('link', { name: /^Solve/ })).toHaveCount(games.length);
  await expectAccessible(page);
  const game = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: first.name, exact: true }) });
  await game.getByRole('link', { name: /^Daily/ }).click();
  await expect(page.getByText(/^Puzzle of the day/)).toBeVisible();
  await open(page, `/puzzles/${first.id}/nothing`);
  await expect(page.getByText('This puzzle does not exist.')).toBeVisible();
});
