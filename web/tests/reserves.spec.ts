//! Tests of correspondence games with a reserve, of leave, and of claims by a tablebase.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { expectAccessible } from './fixtures';
import { moveAndSend } from './onlineGame';
import { Board } from './board';
import { RETRIES, type OwnServer } from './ownServer';
import { twoGuests } from './twoGuests';

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('remembered', (two) => ({ server, ada, grace } = two));

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const SIZES = [DESKTOP, PHONE];

const list = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const timer = (page: Page, color: 'White' | 'Black') =>
  page.getByRole('region', { name: new RegExp(`^${color}`) }).getByRole('timer');

async function seated(wanted: object): Promise<{ id: string; white: Page; black: Page }> {
  const id = await server.game(ada, grace, { variant: 'chess', ...wanted });
  const [white, black] = await Promise.all([server.openGame(ada, id), server.openGame(grace, id)]);
  return { id, white, black };
}

async function post(who: BrowserContext, path: string, data: object = {}): Promise<void> {
  const answered = await who.request.post(`${server.url}/api/v1/${path}`, {
    data,
    headers: { origin: server.url },
    maxRetries: RETRIES,
  });
  expect(answered.ok(), await answered.text()).toBe(true);
}

test('a challenge with a reserve is chosen, explained, and remembered', async () => {
  const page = await ada.newPage();
  await page.goto(`${server.url}/friend/chess`);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await page.getByRole('radio', { name: 'Reserve', exact: true }).check();
    await page.getByRole('radio', { name: '3 days + 12 h' }).check();
    await expect(
      page.getByText('You each start with 3 days, and every move adds 12 hours, up to 5 days.'),
    ).toBeVisible();
    await expectAccessible(page);
  }
  await button(page, 'Make the link').click();
  await page.waitForURL('**/challenge/*');
  await expect(page.getByText('3 days + 12 hours per move')).toBeVisible();
  await page.goto(`${server.url}/friend/chess`);
  await expect(page.getByRole('radio', { name: 'Reserve', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: '3 days + 12 h' })).toBeChecked();
});

test('both reserves are shown in days and hours, and that of the side to move runs', async () => {
  const at = await seated({ terms: { reserve: 10 } });
  await expect(timer(at.white, 'White')).toHaveText(/^3 days first move by/);
  await expect(timer(at.white, 'Black')).toHaveText('10 days');
  await moveAndSend(at.white, 'e2', 'e4');
  await expect(list(at.black)).toHaveCount(1);
  await moveAndSend(at.black, 'e7', 'e5');
  await expect(list(at.white)).toHaveCount(2);
  for (const page of [at.white, at.black]) {
    await expect(timer(page, 'White')).toHaveText(/^11 days until|^10 days until/);
    await expect(timer(page, 'Black')).toHaveText(/^1[01] days\s*$/);
  }
  await moveAndSend(at.white, 'g1', 'f3');
  await expect(timer(at.black, 'Black')).toHaveText(/ until /);
  await expect(timer(at.black, 'White')).toHaveText(/^1[01] days( 23 h)?\s*$/);
  await at.white.goto(`${server.url}/games`);
  await expect(at.white.getByRole('link', { name: '10 days + 1 day per move' })).toContainText(
    'left · until',
  );
});

test('conditional moves are made in a game with a reserve, and the list says how far they reach', async () => {
  const at = await seated({ terms: { reserve: 3 } });
  await moveAndSend(at.white, 'e2', 'e4');
  await at.white.getByRole('toolbar').getByRole('button', { name: 'Plan', exact: true }).click();
  const dialog = at.white.getByRole('dialog', { name: 'Conditional moves' });
  await new Board(at.white, dialog.locator('.board')).click('e7', 'e5', 'g1', 'f3', 'b8', 'c6', 'f1', 'b5');
  await expect(dialog.getByText('Saved: 1 line.')).toBeVisible();
  await at.white.keyboard.press('Escape');
  await expect(at.white.getByText('Planned: 1 line, up to 2 moves ahead').first()).toBeVisible();
  const page = await ada.newPage();
  await page.goto(`${server.url}/games`);
  await expect(page.locator(`a[href$="${at.id}"]`)).toContainText('Planned: 2 moves ahead');
  await moveAndSend(at.black, 'e7', 'e5');
  await expect(list(at.black)).toHaveText(['e4', 'e5', 'Nf3']);
});

test('leave is taken among the games, seen by the opponent, and ended by a move', async () => {
  const at = await seated({ terms: { days: 3 } });
  const page = await ada.newPage();
  await page.goto(`${server.url}/games`);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await button(page, 'Take leave').first().click();
    const dialog = page.getByRole('dialog', { name: 'Take leave' });
    await expect(dialog).toContainText('You have 28 of 28 days of leave left');
    await expectAccessible(page);
    await page.keyboard.press('Escape');
  }
  await button(page, 'Take leave').first().click();
  const dialog = page.getByRole('dialog', { name: 'Take leave' });
  const days = dialog.getByRole('spinbutton', { name: 'Days' });
  for (const [wrong, why] of [
    ['29', 'You can take at most 28 days.'],
    ['400', 'You can take at most 28 days.'],
    ['0', 'Enter a whole number of days, at least 1.'],
    ['', 'Enter a whole number of days, at least 1.'],
    ['2.5', 'Enter a whole number of days, at least 1.'],
  ] as const) {
    await days.fill(wrong);
    await expect(dialog.getByRole('alert')).toHaveText(why);
    await expect(days).toHaveAttribute('aria-invalid', 'true');
    await button(page, 'Take leave').last().click();
    await expect(days).toBeFocused();
  }
  await expectAccessible(page);
  await days.fill('5');
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await button(page, 'Take leave').last().click();
  await expect(
    page
      .getByRole('main')
      .getByText(/^You are on leave until /)
      .first(),
  ).toBeVisible();
  await expectAccessible(page);

  const white = at.black.getByRole('region', { name: /^White/ });
  await expect(white).toContainText('on leave until');
  await expect(at.black.getByText(/^Ada is on leave until/).first()).toBeVisible();
  await expect(timer(at.black, 'White')).toHaveText(/^3 days then until /);
  const theirs = await grace.newPage();
  await theirs.goto(`${server.url}/games`);
  await expect(theirs.locator(`a[href$="${at.id}"]`)).toContainText('Opponent on leave until');
  await expect(theirs.locator(`a[href$="${at.id}"]`)).toContainText(/3 days left after the leave · until /);
  await expectAccessible(theirs);
  await expectAccessible(at.black);

  await new Board(at.white).click('e2', 'e4');
  await expect(at.white.getByText('Send e4? This ends your leave in all games.')).toBeVisible();
  await button(at.white, 'Send').click();
  await expect(white).not.toContainText('on leave until');
  await page.reload();
  await expect(button(page, 'Take leave').first()).toBeVisible();
});

test('an open offer of the opponent comes first among the games', async () => {
  const at = await seated({ terms: { days: 3 } });
  const page = await grace.newPage();
  const row = page.locator(`a[href$="${at.id}"]`);
  await post(ada, `games/${at.id}/draw`);
  await page.goto(`${server.url}/games`);
  await expect(row).toContainText('Offers a draw');
  await expect(row).toContainText('Opponent’s turn');
  await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Waiting for your answer (1)');
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
  const own = await ada.newPage();
  await own.goto(`${server.url}/games`);
  await expect(own.locator(`a[href$="${at.id}"]`)).toContainText('Your turn');
  await expect(own.locator(`a[href$="${at.id}"]`)).not.toContainText('draw');
  await post(grace, `games/${at.id}/no`);
  await page.reload();
  await expect(row).not.toContainText('Offers a draw');
});

test('leave is ended by its button, in the settings as well', async () => {
  await seated({ terms: { reserve: 30 } });
  await post(grace, 'leave', { days: 2 });
  const page = await grace.newPage();
  await page.goto(`${server.url}/learn`);
  await button(page, 'Settings').click();
  await expect(page.getByRole('dialog')).toContainText('You are on leave until');
  await expectAccessible(page);
  await button(page, 'End leave').click();
  await expect(page.getByText('Your leave has ended. You have 27 days left.').first()).toBeVisible();
  await expect(page.getByRole('dialog')).toContainText('You have 27 of 28 days of leave left');
});

test('a result is claimed by a tablebase, which the end names', async () => {
  for (const [fen, moves, claimed, ended] of [
    ['8/8/8/8/8/2k5/1R6/K7 w - - 0 1', ['b2b8', 'c3d4'], 'win', 'White wins by a tablebase claim (KRvK).'],
    ['k7/8/8/8/8/8/P7/K7 w - - 0 1', ['a1b2', 'a8a7'], 'draw', 'Draw by a tablebase claim (KPvK).'],
  ] as const) {
    const at = await seated({ fen, terms: { reserve: 3 } });
    const claim = (page: Page) =>
      page.getByRole('toolbar').getByRole('button', { name: 'Table', exact: true });
    await post(ada, `games/${at.id}/moves`, { uci: moves[0], ply: 0 });
    await expect(claim(at.white)).toHaveCount(0);
    await post(grace, `games/${at.id}/moves`, { uci: moves[1], ply: 1 });
    for (const size of SIZES) {
      await at.white.setViewportSize(size);
      await claim(at.white).click();
      const dialog = at.white.getByRole('dialog');
      await expect(dialog).toContainText('The tablebase shows a ');
      await expectAccessible(at.white);
      await at.white.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    }
    await expect(claim(at.black)).toHaveCount(claimed === 'draw' ? 1 : 0);
    await claim(at.white).click();
    await button(at.white, claimed === 'win' ? 'Claim the win' : 'Claim a draw').click();
    for (const page of [at.white, at.black]) await expect(page.getByText(ended).first()).toBeVisible();
    const link = at.black.getByRole('link', { name: /^The K[PR]vK ending$/ }).first();
    await link.click();
    await at.black.waitForURL(/\/endgames\/chess\?ending=K[PR]vK$/);
    const games = await grace.newPage();
    await games.goto(`${server.url}/games`);
    await expect(games.locator(`a[href$="${at.id}"]`)).toContainText('tablebase claim');
    await games.close();
  }
});
