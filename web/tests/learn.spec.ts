import type { Page } from '@playwright/test';

import { Board } from './board';
import { lesson, present, rules, variants } from './rules';
import { expect, expectAccessible, open, test } from './watched';

const games = variants.filter(({ id, family }) => id === family);

/** The squares of a move in UCI, and the sign of a choice. */
function parts(uci: string): { from: string; to: string; sign: string } {
  const [, from = '', to = '', sign = ''] = /^(\d?[a-z]\d)(\d?[a-z]\d)(.?)$/.exec(uci) ?? [];
  return { from, to, sign };
}

/** Plays a move by hand: what the task has picked already is not picked again. */
async function play(page: Page, board: Board, uci: string): Promise<void> {
  const { from, to, sign } = parts(uci);
  const origin = board.square(from);
  if ((await origin.getAttribute('aria-selected')) !== 'true') await origin.click();
  await board.square(to).click();
  if (sign) await page.locator(`[data-uci="${uci}"]`).click();
}

test.describe('lessons', () => {
  for (const { id, name } of games) {
    test(`the lesson of ${name} is solved by hand from task to task`, async ({ page }) => {
      test.setTimeout(180_000);
      const tasks = lesson(id, 'en');
      await open(page, `/learn/${id}`);
      await page.getByRole('link', { name: 'Start the lesson' }).click();
      for (const [at, task] of tasks.entries()) {
        await expect(page.getByRole('heading', { level: 2, name: task.title, exact: true })).toBeVisible();
        const board = new Board(page);
        for (const [ply, uci] of task.solution.entries()) {
          if (ply % 2 === 1) continue;
          if (ply > 0) await expect(page.getByText('Right! Now the next move.')).toBeVisible();
          await play(page, board, uci);
        }
        await expect(page.getByText('Well done!', { exact: true })).toBeVisible();
        await expect(page.locator('.feedback')).toContainText(task.praise);
        const next = page.getByRole('link', { name: 'Next task' });
        if (at === tasks.length - 1) await expect(next).toHaveCount(0);
        else {
          await expect(next).toBeFocused();
          await page.keyboard.press('Enter');
        }
      }
      await expect(page.getByRole('heading', { name: `You know ${name}!` })).toBeVisible();
      await page.reload();
      await expect(
        page.getByRole('navigation', { name: 'Tasks' }).getByRole('link', { name: /solved/ }),
      ).toHaveCount(tasks.length);
    });
  }

  test('a move that is not asked for is taken back, and hint and solution help', async ({ page }) => {
    const { id } = present(games[0]);
    const task = present(lesson(id, 'en')[0]);
    await open(page, `/learn/${id}/lesson/1`);
    const board = new Board(page);
    const before = await board.standing();
    const solution = present(task.solution[0]);
    const king = before.find((unit) => unit.includes('king')) ?? '';
    expect(king).not.toBe('');
    await expect(page.getByRole('button', { name: 'Show the solution' })).toHaveCount(0);
    await board.click('e1', 'd1');
    await expect(page.getByText('not what is asked for')).toBeVisible();
    await board.expectStanding(before);
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(page.getByText(`Look at ${task.hint.join(', ')}.`)).toBeVisible();
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(page.getByText('That was the solution.')).toBeVisible();
    expect(await board.standing()).not.toEqual(before);
    await page.getByRole('button', { name: 'Try again' }).click();
    await board.expectStanding(before);
    await play(page, board, solution);
    await expect(page.getByText('Well done!', { exact: true })).toBeVisible();
  });

  test('a task that does not exist says so', async ({ page }) => {
    const { id } = present(games[0]);
    await open(page, `/learn/${id}/lesson/99`);
    await expect(page.getByText('There is no such task in this lesson.')).toBeVisible();
  });
});

test.describe('rule books', () => {
  for (const { id, name } of games) {
    test(`every diagram of ${name} is live and shows what it says`, async ({ page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(page, `/learn/${id}`);
      for (const rule of rules(id, 'en').filter(({ diagrams }) => diagrams.length > 0)) {
        const figures = page.locator(`article[id="${rule.id}"] figure`);
        await expect(figures).toHaveCount(rule.diagrams.length);
        for (const [at, diagram] of rule.diagrams.entries()) {
          const figure = figures.nth(at);
          await figure.scrollIntoViewIfNeeded();
          const board = new Board(page, figure.locator('.board').last());
          await expect(figure).toContainText(diagram.caption);
          const refusals = figure.getByRole('button', { name: 'Try' });
          await expect(refusals).toHaveCount(diagram.tries.length);
          for (const [number] of diagram.tries.entries()) {
            await refusals.nth(number).click();
            await expect(figure.locator('.why')).toBeVisible();
          }
          if (diagram.moves.length === 0) continue;
          const before = await board.standing();
          await figure.getByRole('button', { name: 'Show' }).click();
          await expect(figure.getByRole('button', { name: 'Reset' })).toBeEnabled();
          await expect.poll(() => board.standing()).not.toEqual(before);
        }
      }
    });
  }

  test('an address leads to its rule, which stands out', async ({ page }) => {
    const { id } = present(games[0]);
    const rule = present(rules(id, 'en')[6]);
    await open(page, `/learn/${id}#${rule.id}`);
    const article = page.locator(`article[id="${rule.id}"]`);
    await expect(article).toBeInViewport();
    await expect(article).toHaveClass(/wanted/);
    await expect(page.getByRole('navigation', { name: 'Contents' }).locator('[aria-current]')).toContainText(
      rule.id,
    );
  });

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`pages to learn from are accessible in the ${colorScheme} theme`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await open(page, '/learn');
      await expectAccessible(page);
      for (const { id } of games) {
        await open(page, `/learn/${id}`);
        await expectAccessible(page);
        await open(page, `/learn/${id}/lesson/2`);
        await expectAccessible(page);
      }
    });
  }
});
