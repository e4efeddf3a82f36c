//! Tests of games against the computer: moves, clocks, results, and rematches.
import { Board } from './board';
import { Game, present, variants } from './rules';
import { act, MATE, played, startLocalGame, start, status, type } from './localGame';
import { expect, expectAccessible, navigate, open, test } from './fixtures';
import { withSlowWorkers } from './timers';

test('the computer answers in every game', async ({ page }) => {
  await open(page, '/');
  const options = page.getByRole('combobox', { name: 'Game' }).locator('option');
  const ids = await options.evaluateAll((all) => all.map((one) => (one as HTMLOptionElement).value));
  expect(ids.length).toBeGreaterThan(5);
  for (const variant of ids) {
    await navigate(page, `/play/${variant}`);
    await start(page);
    await act(page, 'Hint').click();
    const tip = await page.getByText(/^The computer would play /).innerText();
    await type(page, tip.replace(/^.* /, '').replace(/\.$/, ''));
    await expect(played(page).first().getByRole('button')).toHaveCount(2, { timeout: 20_000 });
    await expect(status(page)).toContainText('Your move');
  }
});

test('the computer takes the other side, and moves first for White', async ({ page }) => {
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Black' }).check();
  await page.getByRole('radio', { name: '1', exact: true }).check();
  await start(page);
  await expect(played(page).first().getByRole('button')).toHaveCount(1, { timeout: 20_000 });
  await expect(page.getByRole('region', { name: 'White: Computer, level 1' })).toBeVisible();
});

test('a mate says who won and by which rule, and a rematch begins anew', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await type(page, ...MATE);
  const result = page.getByRole('region', { name: 'Black wins: checkmate.' });
  await expect(result).toBeVisible();
  await expect(result.getByRole('link')).toHaveAttribute('href', /^\/learn\/chess#/);
  await result.getByRole('button', { name: 'Look at the board' }).click();
  await expect(result).toBeHidden();
  await expect(status(page)).toContainText('Black wins');
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.getByText('No moves yet.')).toBeVisible();
});

test('Escape closes the result, and the keyboard is not lost', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await type(page, ...MATE);
  const result = page.getByRole('region', { name: 'Black wins: checkmate.' });
  await expect(result).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(result).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
  expect(await page.evaluate(() => document.activeElement?.closest('.layout') !== null)).toBe(true);
});

test.describe('by a clock of its own', () => {
  // A fake clock, once installed, applies to all pages of the browser.
  test.use({ visit: 'first' });

  test('a game with clocks survives a reload, and stands still until somebody goes on', async ({ page }) => {
    await startLocalGame(page, 'magnetic', '5+3');
    await type(page, 'd4', 'Nc6');
    const moves = await page.getByRole('region', { name: 'Moves' }).innerText();
    await page.clock.install();
    await page.reload();
    await expect(status(page)).toContainText('The clocks are stopped.');
    expect(await page.getByRole('region', { name: 'Moves' }).innerText()).toBe(moves);
    const clock = page.getByRole('timer').last();
    const left = await clock.innerText();
    await page.clock.runFor(5000);
    expect(await clock.innerText()).toBe(left);
    await page.getByRole('button', { name: 'Resume' }).click();
    await type(page, 'Nf3');
    await expect(played(page)).toHaveCount(2);
  });
});

test('who runs out of time loses', async ({ page }) => {
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('radio', { name: 'Custom' }).check();
  await page.getByLabel('Minutes per player').fill('0');
  await page.getByLabel('Seconds added per move').fill('1');
  await start(page);
  await type(page, 'e4');
  await type(page, 'e5');
  await expect(page.getByRole('region', { name: 'White ran out of time. Black wins.' })).toBeVisible();
  await expect(act(page, 'Take back')).toBeDisabled();
});

test('two people take back, agree on a draw, and resign', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await type(page, 'e4', 'e5', 'Nf3');
  await act(page, 'Take back').click();
  await expect(played(page).getByRole('button')).toHaveCount(2);
  await act(page, 'Draw').click();
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(status(page)).toContainText('Draw by agreement');
  await page.getByRole('button', { name: 'Rematch' }).first().click();
  await act(page, 'Resign').click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('White loses the game.');
  await dialog.getByRole('button', { name: 'Resign' }).click();
  await expect(status(page)).toContainText('White resigned. Black wins.');
});

test('looking back by keyboard changes nothing', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await type(page, 'e4', 'e5');
  await page.getByRole('textbox', { name: 'Move' }).blur();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('textbox', { name: 'Move' })).toBeDisabled();
  await expect(page.locator('[aria-current="true"]')).toHaveCount(0);
  await page.keyboard.press('End');
  await type(page, 'Nf3');
  await expect(played(page).getByRole('button')).toHaveCount(3);
});

test('a refusal is explained, with the way to its rule', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await page.getByRole('textbox', { name: 'Move' }).fill('e2e5');
  await page.keyboard.press('Enter');
  await expect(page.locator('main').getByRole('link', { name: /^C\.\d/ })).toBeVisible();
  await expect(page.getByText('No moves yet.')).toBeVisible();
});

test('a text that is no move is refused like an illegal move', async ({ page }) => {
  await startLocalGame(page, 'chess');
  const field = page.getByRole('textbox', { name: 'Move' });
  for (const text of ['Zz9', 'hello', 'N']) {
    await field.fill(text);
    await field.press('Enter');
    await expect(page.locator('.why')).toContainText(`“${text}”`);
  }
  await expect(page.locator('.notice')).toHaveCount(0);
});

test('a piece that has no move says so', async ({ page }) => {
  await startLocalGame(page, 'chess');
  await page.locator('[data-square="e1"]').click();
  await expect(page.getByText('The white king on e1 has no legal move.').first()).toBeVisible();
});

test('an example of a move is one of the game', async ({ page }) => {
  for (const { id } of variants) {
    await startLocalGame(page, id);
    const hint = await page.getByRole('textbox', { name: 'Move' }).getAttribute('placeholder');
    const sans = new Game(id, undefined, 'en').snapshot().moves.map(({ san }) => san);
    expect(sans).toContain(present(hint).replace('Move, such as ', ''));
  }
});

test('a FEN in the address that is none is explained, and the usual start is offered', async ({ page }) => {
  await open(page, '/play/chess?fen=8/8/8/8 w');
  await expect(page.getByRole('alert')).toContainText('castling field is missing');
  await page.getByRole('button', { name: 'Use the starting position' }).click();
  await start(page);
});

test('a FEN in the address starts a game there', async ({ page }) => {
  await open(page, `/play/chess?fen=${encodeURIComponent('4k3/8/4K3/8/8/8/8/R7 w - - 0 1')}`);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await start(page);
  await type(page, 'Ra8#');
  await expect(page.getByRole('region', { name: 'White wins: checkmate.' })).toBeVisible();
});

test('the record of a game can be copied', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await startLocalGame(page, 'chess');
  await type(page, ...MATE);
  await page.getByText('Copy and save').click();
  await page.getByRole('button', { name: 'Copy PGN' }).click();
  await expect(page.getByText('PGN copied.').first()).toBeAttached();
  const pgn = await page.evaluate(() => navigator.clipboard.readText());
  expect(pgn).toContain('[White "Player"]');
  expect(pgn).toContain('2. g4 Qh4# 0-1');
});

test('the evaluation bar says what the computer thinks', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"evaluationBar":true}'));
  await open(page, `/play/chess?fen=${encodeURIComponent('4k3/8/4K3/8/8/8/8/R7 w - - 0 1')}`);
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await start(page);
  const meter = page.getByRole('meter', { name: 'Evaluation' });
  await expect(meter).toHaveAttribute('aria-valuetext', 'White wins in 1 move', { timeout: 20_000 });
  await expect(meter).toHaveAttribute('aria-valuenow', '100');
});

test('it is accessible before, in and after a game', async ({ page }) => {
  await open(page, '/play/chess');
  await expectAccessible(page);
  await startLocalGame(page, 'chess', '5+3');
  await expectAccessible(page);
  await type(page, ...MATE);
  await expect(page.getByRole('region', { name: 'Black wins: checkmate.' })).toBeVisible();
  await expectAccessible(page);
});

test('who has taken more is ahead by a number, and the mouse wheel over the board looks back', async ({
  page,
}) => {
  await startLocalGame(page, 'chess');
  await type(page, 'e4', 'd5', 'exd5');
  const plate = page.getByRole('region', { name: /^White: / });
  await expect(plate.getByRole('img', { name: 'Ahead by 1 pawn in material' })).toBeVisible();
  await page.locator('[data-square="e5"]').hover();
  await page.mouse.wheel(0, -120);
  await expect(page.getByRole('button', { name: 'Back to the game' })).toBeVisible();
  await expect(plate.getByRole('img', { name: /^Ahead/ })).toHaveCount(0);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.mouse.wheel(0, 120);
  await expect(plate.getByRole('img', { name: /^Ahead/ })).toBeVisible();
});

test.describe('on a first visit', () => {
  test.use({ visit: 'first' });

  test('of all the positions that are typed, the rules keep the game of the last', async ({ page }) => {
    await page.addInitScript(() => {
      const count = { live: 0 };
      type Call = (...given: number[]) => number;
      const compile = WebAssembly.instantiateStreaming.bind(WebAssembly);
      WebAssembly.instantiateStreaming = async (source, imports) => {
        const { module, instance } = await compile(source, imports);
        const exports = { ...instance.exports };
        for (const [name, by] of Object.entries({ game_new: 1, __wbg_game_free: -1 })) {
          const call = exports[name] as Call;
          exports[name] = (...given: number[]) => {
            count.live += by;
            return call(...given);
          };
        }
        return { module, instance: { exports } };
      };
      Object.assign(window, { games: count });
    });
    await open(page, '/play/chess');
    await page.getByText('Start from a position').click();
    for (const rank of ['PPPPPPP1', 'PPPPPP2', 'PPPPP3', 'PPPP4'])
      await page.getByLabel('FEN').fill(`4k3/8/8/8/8/8/${rank}/4K3 w - - 0 1`);
    await expect(page.locator('main [data-piece="white pawn"]')).toHaveCount(4);
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { games: { live: number } }).games.live))
      .toBe(1);
    await navigate(page, '/about');
    await expect
      .poll(() => page.evaluate(() => (window as unknown as { games: { live: number } }).games.live))
      .toBe(0);
  });
});

test('a move is planned while the computer thinks, and played when it comes up', async ({ page }) => {
  await withSlowWorkers(page, 3000);
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: '10', exact: true }).check();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  const board = new Board(page);
  await board.click('a2', 'a4');
  await board.click('h2', 'h3');
  await expect(page.getByText('Planned: h2–h3.')).toBeVisible();
  const moves = page.getByRole('region', { name: 'Moves' }).getByRole('listitem').getByRole('button');
  await expect(moves.nth(2)).toHaveText('h3', { timeout: 60_000 });
  await board.click('h3', 'h5');
  await page.keyboard.press('Escape');
  await expect(page.getByText(/^Planned/)).toHaveCount(0);
});

test('a finished game against the computer is kept, saved as PGN, and erased', async ({ page }) => {
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: '3', exact: true }).check();
  await page.getByRole('radio', { name: 'White' }).check();
  await page.getByRole('button', { name: 'Start the game' }).click();
  await new Board(page).click('e2', 'e4');
  await page.getByRole('button', { name: 'Resign' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  const games = page.getByText('Your games against the computer (1)');
  await expect(games).toBeVisible();
  await page.reload();
  await games.click();
  await expect(page.getByRole('row', { name: '3 0 0 1' })).toBeVisible();
  await expectAccessible(page);
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save 1 game as PGN' }).click();
  const saved = await (await saving).createReadStream();
  let text = '';
  for await (const part of saved) text += String(part);
  expect(text).toContain('[Black "Faraday level 3"]');
  expect(text).toContain('1. e4');
  await page.getByRole('button', { name: 'Erase all games' }).click();
  await expect(games).toHaveCount(0);
});
