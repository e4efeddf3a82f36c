//! Tests of rule books and lessons, whose tasks are solved by hand.
import type { Page } from '@playwright/test';

import { Board } from './board';
import { checkTask, Game, lesson, present, rules, variants } from './rules';
import { expect, expectAccessible, navigate, open, test } from './fixtures';

const games = variants.filter(({ id, family }) => id === family);

/** Returns the squares of a UCI move. */
function parts(uci: string): { from: string; to: string } {
  const [, from = '', to = ''] = /^(\d?[a-z]\d)(\d?[a-z]\d)/.exec(uci) ?? [];
  return { from, to };
}

/** Plays a move with clicks, even on a piece that the task has already picked, and makes any choice. */
async function play(page: Page, board: Board, game: Game, uci: string): Promise<void> {
  const { from, to } = parts(uci);
  await board.click(from, to);
  const choices = game.snapshot().moves.filter((move) => move.from === from && move.to === to);
  if (choices.length > 1) await page.locator(`[data-uci="${uci}"]`).click();
}

test.describe('lessons', () => {
  test.use({ reducedMotion: 'reduce' });

  for (const { id, name } of games) {
    test(`the lesson of ${name} is solved by hand from task to task`, async ({ page }) => {
      const tasks = lesson(id, 'en');
      const feedback = page.locator('.feedback');
      await open(page, `/learn/${id}`);
      await page.getByRole('link', { name: 'Start the lesson' }).click();
      for (const [at, task] of tasks.entries()) {
        await expect(page.getByRole('heading', { level: 2, name: task.title, exact: true })).toBeVisible();
        const board = new Board(page);
        const game = new Game(task.variant, task.fen, 'en');
        for (const [ply, uci] of task.solution.entries()) {
          if (ply > 0 && ply % 2 === 0)
            await expect(feedback).toContainText(/Right! (White|Black) answers .* Now the next move\./);
          if (ply % 2 === 0) await play(page, board, game, uci);
          if (game.explain(uci).legal) game.play(uci);
        }
        await expect(feedback).toContainText('Well done!');
        await expect(feedback).toContainText(task.praise);
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
    const game = new Game(task.variant, task.fen, 'en');
    const missed = present(
      game.snapshot().moves.find(({ uci }) => checkTask(task.variant, task.name, [uci]).kind === 'missed'),
    );
    await open(page, `/learn/${id}/lesson/1`);
    const board = new Board(page);
    const feedback = page.locator('.feedback');
    const before = await board.seen();
    await expect(page.getByRole('button', { name: 'Show the solution' })).toHaveCount(0);
    await play(page, board, game, missed.uci);
    await expect(feedback).toContainText('does not solve the task');
    await expect(feedback).toContainText(`${missed.san}: `);
    await board.expectStanding(before);
    await page.getByRole('button', { name: 'Hint' }).click();
    await expect(feedback).toContainText(
      `Look at ${new Intl.ListFormat('en', { type: 'conjunction' }).format(task.hint)}.`,
    );
    await page.getByRole('button', { name: 'Show the solution' }).click();
    await expect(feedback).toContainText('That was the solution.');
    await expect.poll(() => board.standing()).not.toEqual(before);
    await page.getByRole('button', { name: 'Try again' }).click();
    await board.expectStanding(before);
    await play(page, board, game, present(task.solution[0]));
    await expect(feedback).toContainText('Well done!');
  });

  test('what a pushed pawn becomes is asked where it promotes', async ({ page }) => {
    await open(page, '/learn/magnetic/lesson/7');
    await new Board(page).click('a1', 'd1');
    await expect(page.getByRole('dialog', { name: /d8/ })).toBeVisible();
  });

  test('a hint is about the next move, and ends with it', async ({ page }) => {
    const found = games.flatMap(({ id }) =>
      lesson(id, 'en').map((task, at) => ({ id, task, number: at + 1, moves: task.solution.length })),
    );
    const { id, task, number } = present(found.find(({ moves }) => moves > 2));
    const [first = '', answer = '', second = ''] = task.solution;
    await open(page, `/learn/${id}/lesson/${String(number)}`);
    const hint = page.getByRole('button', { name: 'Hint' });
    const shown = page.locator('.feedback .hint');
    await hint.click();
    await expect(shown).toBeVisible();
    await expect(hint).toBeDisabled();
    await play(page, new Board(page), new Game(task.variant, task.fen, 'en'), first);
    await expect(shown).toHaveCount(0);
    await expect(page.locator('.feedback')).toContainText('Now the next move.');
    await hint.click();
    await expect(shown).toHaveText(`Look at ${parts(second).from}.`);
    expect(answer).not.toBe('');
  });

  test('what a task asks is seen together with its board', async ({ page }) => {
    const tall = present([...games].sort((one, other) => other.levels - one.levels)[0]);
    for (const [width, height] of [
      [1366, 768],
      [1366, 633],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const { id } of [present(games[0]), tall]) {
        await open(page, `/learn/${id}/lesson/2`);
        const text = page.locator('.asked .text');
        const cells = page.locator('main [data-square]');
        for (const part of [text, cells.first(), cells.last()])
          await expect(part, `${id} at ${String(width)}x${String(height)}`).toBeInViewport({ ratio: 1 });
      }
    }
  });

  test('a task that does not exist says so', async ({ page }) => {
    const { id } = present(games[0]);
    await open(page, `/learn/${id}/lesson/99`);
    await expect(page.getByText('This task does not exist.')).toBeVisible();
  });
});

test.describe('rule books', () => {
  for (const { id, name } of games) {
    test(`every diagram of ${name} is live and shows what it says`, async ({ page }) => {
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
          const before = await board.seen();
          await figure.getByRole('button', { name: 'Show' }).click();
          await expect(figure.getByRole('button', { name: 'Reset' })).toBeEnabled();
          await expect.poll(() => board.standing()).not.toEqual(before);
        }
      }
    });
  }

  test.describe('on the first visit', () => {
    test.use({ visit: 'first' });

    test('lessons are found and rule books are read without the rules', async ({ page, consoleErrors }) => {
      await page.route('**/rules_bg*.wasm', (route) => route.abort());
      await open(page, '/learn');
      await expect(page.getByRole('link', { name: /^Start the lesson/ })).toHaveCount(games.length);
      for (const { id } of games) {
        await open(page, `/learn/${id}`);
        const [rule] = rules(id, 'en').filter(({ diagrams }) => diagrams.length > 0);
        const figure = page.locator(`article[id="${present(rule).id}"] figure`).first();
        await expect(figure).toContainText(present(present(rule).diagrams[0]).caption);
        await figure.scrollIntoViewIfNeeded();
        await expect(figure.getByRole('img')).toBeVisible();
      }
      expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
    });
  });

  test('on paper every diagram is seen, and none moves what is read', async ({ page }) => {
    const { id } = present([...games].sort((one, other) => other.levels - one.levels)[0]);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await open(page, `/learn/${id}`);
    for (let at = 0; at < 4; at += 1) {
      const figure = page.locator('figure').nth(at);
      await figure.scrollIntoViewIfNeeded();
      await expect(figure.getByRole('grid')).not.toHaveCount(0);
    }
    const shifted = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts);
    expect(shifted.reduce((sum, value) => sum + value, 0)).toBeLessThan(0.02);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    // Five of them are shown twice, at the beginning of the book.
    const all = rules(id, 'en').flatMap(({ diagrams }) => diagrams).length + 5;
    await expect(
      page.locator('figure').filter({ has: page.locator('[role="grid"], [role="img"]') }),
    ).toHaveCount(all);
  });

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

  test('the way to all lessons is accessible', async ({ page }) => {
    await open(page, '/learn');
    await expectAccessible(page);
  });

  for (const { id, name } of games) {
    test(`the rule book and the lesson of ${name} are accessible`, async ({ page }) => {
      await open(page, `/learn/${id}`);
      await expectAccessible(page);
      await navigate(page, `/learn/${id}/lesson/2`);
      await expectAccessible(page);
    });
  }
});
