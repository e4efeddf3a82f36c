//! Tests of local games: the players, and the board's response to mouse, keyboard, and touch.
import { present } from './rules';
import { act, played, startLocalGame, start, type } from './localGame';
import { expect, open, test } from './fixtures';

test('two people have names and a board that suits them', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/play/chess');
  await page.getByRole('radio', { name: 'Two people, one screen' }).check();
  await page.getByRole('textbox', { name: 'White’s name' }).fill('Ada');
  await page.getByRole('textbox', { name: 'Black’s name' }).fill('Grace');
  await page.getByRole('radio', { name: 'Board turns' }).check();
  await start(page);
  const near = page.locator('.near');
  await expect(near.getByRole('region', { name: 'White: Ada' })).toBeVisible();
  await type(page, 'e4');
  await expect(near.getByRole('region', { name: 'Black: Grace' })).toBeVisible();
  await page.reload();
  await expect(near.getByRole('region', { name: 'Black: Grace' })).toBeVisible();
  await page.evaluate(() => localStorage.setItem('faraday.settings', '{"sharing":"facing"}'));
  await page.reload();
  await expect(page.locator('[data-piece="black king"].turned')).toHaveCount(1);
  await expect(page.locator('[data-piece="white king"].turned')).toHaveCount(0);
});

test('what is said ends with its moment', async ({ page }) => {
  await startLocalGame(page, 'chess');
  const draw = act(page, 'Draw');
  await expect(draw).toBeDisabled();
  await draw.click({ force: true });
  await expect(page.getByText('You can offer a draw once both sides have moved.').first()).toBeAttached();
  const why = page.locator('.why');
  const refuse = async () => {
    await page.locator('[data-square="e1"]').click();
    await page.locator('[data-square="e5"]').click();
    await expect(why).toBeVisible();
  };
  await refuse();
  await page.locator('[data-square="g1"]').click();
  await expect(why).toBeHidden();
  await page.locator('[data-square="g1"]').click();
  await refuse();
  await act(page, 'Flip').click();
  await expect(why).toBeHidden();
  await act(page, 'Hint').click();
  await expect(page.getByText(/^The computer would play /)).toBeVisible({ timeout: 20_000 });
  await act(page, 'Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await expect(page.getByText(/^The computer would play /)).toBeHidden();
});

/** White lacks the queen, so the computer declines a draw after any reply. */
const QUEEN_DOWN = `/play/chess?${new URLSearchParams({ fen: 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1' }).toString()}`;

test('a computer that has declined a draw is not asked again for ten moves', async ({ page }) => {
  await open(page, QUEEN_DOWN);
  await page.getByRole('radio', { name: 'White', exact: true }).check();
  await start(page);
  await type(page, 'e4');
  const draw = act(page, 'Draw');
  await expect(draw).toBeEnabled({ timeout: 20_000 });
  await draw.click();
  await expect(page.getByText('The computer declines your offer.').first()).toBeAttached({ timeout: 20_000 });
  await expect(draw).toBeDisabled();
  await expect(draw).toHaveAccessibleDescription('You can offer a draw again in 10 moves.');
});

test('a draw offer is answered although the player asks for other searches meanwhile', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"evaluationBar":true}'));
  await open(page, QUEEN_DOWN);
  await page.getByRole('radio', { name: 'White', exact: true }).check();
  await start(page);
  await type(page, 'e4');
  const draw = act(page, 'Draw');
  await expect(draw).toBeEnabled({ timeout: 20_000 });
  await draw.click();
  await act(page, 'Hint').click({ force: true });
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('The computer declines your offer.').first()).toBeAttached({ timeout: 20_000 });
});

test('who starts by keyboard goes on with it, on the board', async ({ page }) => {
  await open(page, '/play/chess');
  await page.getByRole('button', { name: 'Start the game' }).press('Enter');
  await expect(page.locator('[data-square]:focus')).toHaveCount(1);
});

test('an overlay of moves that nobody makes is not shown unasked', async ({ page }) => {
  for (const [id, shown] of [
    ['magnetic', 'false'],
    ['future', 'false'],
    ['forcefield', 'true'],
  ] as const) {
    await open(page, `/play/${id}`);
    await start(page);
    const overlay = page.locator('.tools .picker button').first();
    await expect(overlay).toHaveAttribute('aria-pressed', shown);
  }
});

test('the ghost shows what a square would fall to, and what it had', async ({ page }) => {
  await startLocalGame(page, 'forcefield');
  await page.locator('[data-square="b1"]').click();
  await page.locator('[data-square="c3"]').hover();
  await expect(page.locator('[data-change="c4 1 0"] .zero')).toHaveCount(1);
  await expect(page.locator('svg.over [data-change="b1 0 6"]')).toHaveCount(1);
  await expect(page.locator('[data-change^="c3 "]')).toHaveCount(0);
});

test.describe('with a finger', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('a move is seen by holding its square, and by the first of two taps', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('faraday.settings', '{"confirm":true}'));
    await startLocalGame(page, 'magnetic');
    const ghost = page.locator('.words strong');
    const [from, to] = [page.locator('[data-square="e2"]'), page.locator('[data-square="e4"]')];
    await from.tap();
    await to.tap();
    await expect(ghost).toHaveText(/^e4/);
    await expect(page.getByText('No moves yet.')).toBeVisible();
    await to.tap();
    await expect(played(page)).toHaveCount(1);
    await page.locator('[data-square="d7"]').tap();
    const box = present((await page.locator('[data-square="d6"]').boundingBox()) ?? undefined);
    const finger = await page.context().newCDPSession(page);
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await expect(ghost).toHaveText(/^d6/);
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(ghost).toBeHidden();
    await expect(played(page).getByRole('button')).toHaveCount(1);
  });
});
