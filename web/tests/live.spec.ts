//! Tests of online games in two browsers, with a server that becomes unreachable.
import { readFileSync } from 'node:fs';

import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import { device, type OwnServer } from './ownServer';
import { moveAndSend, propose } from './onlineGame';
import { dice, Game, present, variants, type LegalMove, type Variant } from './rules';
import { twoGuests } from './twoGuests';

const CLOCK = { clock: { baseMs: 300_000, incrementMs: 2000 } };

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('unknown', (two) => ({ server, ada, grace } = two));
test.beforeAll(async () => {
  for (const context of [ada, grace])
    await context.addInitScript(() => {
      const sounding = window as unknown as { voices?: number };
      window.AudioContext = class extends AudioContext {
        override createOscillator(): OscillatorNode {
          sounding.voices = (sounding.voices ?? 0) + 1;
          return super.createOscillator();
        }
      };
    });
});

/** Opens a new game for both players, White first. */
async function seated(wanted: object): Promise<{ id: string; white: Page; black: Page }> {
  const id = await server.game(ada, grace, wanted);
  const [white, black] = await Promise.all([server.openGame(ada, id), server.openGame(grace, id)]);
  return { id, white, black };
}

const list = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');
const act = (page: Page, name: string) =>
  page.getByRole('toolbar').getByRole('button', { name, exact: true });
/** Returns the number of sounds played. */
const called = (page: Page) => page.evaluate(() => (window as unknown as { voices?: number }).voices ?? 0);
const farClock = (page: Page) => page.locator('.far .clock');
const result = (page: Page) => page.locator('.result');

/** Checks the outcome of the last game on the page of games. */
async function expectEnded(page: Page, outcome: string): Promise<void> {
  // The page remembers its session.
  const session = await page.request.get(`${server.url}/api/v1/session`);
  const { who } = (await session.json()) as { who: unknown };
  await page.evaluate((you) => localStorage.setItem('faraday.session', you), JSON.stringify(who));
  await page.goto(`${server.url}/games`);
  await expect(page.getByRole('region', { name: 'Ended' }).getByRole('link').first()).toContainText(outcome);
}

/** Plays moves with clicks, and waits until both pages show them as confirmed. */
async function play(at: { white: Page; black: Page }, ...moves: string[]): Promise<void> {
  for (const move of moves) {
    const count = await list(at.white).count();
    const mover = count % 2 === 0 ? at.white : at.black;
    await new Board(mover).click(...(move.match(/\d?[a-z]\d/g) ?? []).slice(0, 2));
    for (const page of [at.white, at.black]) await expect(list(page)).toHaveCount(count + 1);
    await expect(mover.locator('.pending')).toHaveCount(0);
  }
}

/** Returns random moves without ambiguity. */
function someMoves(variant: Variant, count: number): string[] {
  const game = new Game(variant.id, undefined, 'en');
  const draw = dice(5);
  const moves: string[] = [];
  while (moves.length < count) {
    const { moves: legal } = game.snapshot();
    const isOnly = (one: LegalMove): boolean =>
      legal.every(({ uci, from, to }) => uci === one.uci || from !== one.from || to !== one.to);
    const sure = legal.filter(isOnly);
    const { uci, from, to } = present(sure[draw(sure.length)]);
    game.play(uci);
    moves.push(from + to);
  }
  game.free();
  return moves;
}

for (const variant of variants) {
  test(`${variant.id} is played to its end by click`, async () => {
    const at = await seated({ variant: variant.id, terms: CLOCK });
    await play(at, ...someMoves(variant, 4));
    await act(at.white, 'Resign').click();
    await expect(at.white.getByRole('dialog')).toContainText('You lose the game.');
    await at.white.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
    await expect(result(at.black)).toContainText('You win!');
    await expect(result(at.white)).toContainText('White resigned. Black wins.');
  });
}

test('a game ends by mate, is watched, and is played again with sides changed', async ({ browser }) => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  // Before another page is opened, because players have only 30 seconds for the first move.
  await play(at, 'f2f3', 'e7e5');
  const watching = await device(browser);
  const watcher = await server.openGame(watching, at.id);
  await expect(at.white.locator('.watchers')).toContainText('1');
  await expect(act(watcher, 'Resign')).toHaveCount(0);
  await play(at, 'g2g4', 'd8h4');
  await expect(result(at.black)).toContainText('You win!');
  await expect(result(watcher)).toContainText('0–1');
  await watching.close();
  await expect(at.black).toHaveTitle('Ada – Grace 0–1 · Faraday');
  await result(at.white).getByRole('button', { name: 'Rematch' }).click();
  await expect(at.black).toHaveTitle(/^Rematch\?/);
  await result(at.black).getByRole('button', { name: 'Accept the rematch' }).click();
  await expect(at.black.locator('.near')).toContainText('White');
  await expect(at.white.locator('.near')).toContainText('Black');
  expect(at.white.url()).toBe(at.black.url());
  expect(at.white.url()).not.toContain(at.id);
  await act(at.white, 'Abort').click();
  await expect(result(at.black)).toContainText('Black aborted the game. It has no result.');
  await expect(at.black.getByRole('button', { name: 'Analyze this game' })).toHaveCount(0);
  for (const [page, reason] of [
    [at.white, 'aborted by you'],
    [at.black, 'aborted by Ada'],
  ] as const) {
    await expectEnded(page, `No result · ${reason}`);
  }
});

test('a first move that does not come in time is told of', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await expect(result(at.black)).toContainText('White did not make the first move in time.', {
    timeout: 40_000,
  });
  for (const [page, reason] of [
    [at.white, 'you did not make your first move in time'],
    [at.black, 'Ada did not make the first move in time'],
  ] as const) {
    await expectEnded(page, `No result · ${reason}`);
  }
});

test('moves made early are played when they come up', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4');
  await new Board(at.white).click('g1', 'f3', 'f1', 'c4');
  await expect(at.white.getByText('Planned: g1–f3, f1–c4.')).toBeVisible();
  await new Board(at.black).click('e7', 'e5');
  await expect(list(at.black)).toHaveText(['e4', 'e5', 'Nf3']);
  await at.white.keyboard.press('Escape');
  await expect(at.white.getByText('Planned:')).toHaveCount(0);
  await new Board(at.white).click('e4', 'e5');
  await new Board(at.black).click('a7', 'a6');
  await expect(at.white.getByText('Your planned move is illegal now.').first()).toBeAttached();
});

test('a recapture is planned by two clicks, and dropped by a right click', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4', 'd7d5', 'b1c3');
  const board = new Board(at.white);
  await board.click('d2', 'e4');
  await expect(at.white.getByText('Planned:')).toHaveCount(0);
  await at.white.keyboard.press('Escape');
  await board.click('c3', 'e4');
  await expect(at.white.getByText('Planned: c3–e4.')).toBeVisible();
  await board.square('h4').click({ button: 'right' });
  await expect(at.white.getByText('Planned:')).toHaveCount(0);
  await board.click('c3', 'e4');
  await new Board(at.black).click('d5', 'e4');
  await expect(list(at.black)).toHaveText(['e4', 'd5', 'Nc3', 'dxe4', 'Nxe4']);
});

test('a move is taken back, and a draw agreed on', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4', 'e7e5');
  let before = await called(at.white);
  await propose(at.black, 'Take back');
  await expect(at.white).toHaveTitle(/^Takeback request/);
  expect(await called(at.white)).toBeGreaterThan(before);
  await at.white.getByRole('button', { name: 'Accept' }).click();
  await expect(at.white).not.toHaveTitle(/Takeback/);
  for (const page of [at.white, at.black]) await expect(list(page)).toHaveText(['e4']);
  await play(at, 'c7c5');
  before = await called(at.black);
  await propose(at.white, 'Draw');
  await expect(at.black).toHaveTitle(/^Draw offer/);
  expect(await called(at.black)).toBeGreaterThan(before);
  await at.black.getByRole('button', { name: 'Decline' }).click();
  // The notice disappears by itself, so it is checked first.
  await expect(at.white.getByRole('region', { name: 'Notices' })).toContainText('Grace declined the draw.');
  await expect(at.white.getByText('You have offered a draw.')).toHaveCount(0);
  await expect(at.white.locator('[data-announce="polite"]')).toContainText('Grace declined the draw.');
  const sentence = 'You can offer a draw again in 10 moves.';
  await expect(act(at.white, 'Draw')).toBeDisabled();
  await expect(act(at.white, 'Draw')).toHaveAccessibleDescription(sentence);
  await act(at.white, 'Draw').click({ force: true });
  await expect(at.white.getByRole('region', { name: 'Notices' })).toContainText(sentence);
  await expect(act(at.white, 'Offer draw?')).toHaveCount(0);
  await propose(at.white, 'Take back');
  await at.black.getByRole('button', { name: 'Decline' }).click();
  await expect(at.white.getByRole('region', { name: 'Notices' })).toContainText(
    'Grace declined to take the move back.',
  );
  await expect(at.black.locator('.notices')).not.toContainText('declined');
  await propose(at.black, 'Draw');
  await at.white.getByRole('button', { name: 'Accept' }).click();
  await expect(result(at.black)).toContainText('Draw by agreement.');
  await result(at.white).getByRole('button', { name: 'Rematch' }).click();
  await at.black.getByRole('button', { name: 'Decline' }).click();
  await expect(at.white.getByText('Your opponent declined the rematch.').first()).toBeAttached();
});

test('an offer needs a second press, which moves no button and is forgotten after a while', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4', 'e7e5');
  // Relative to the toolbar, because a click may scroll the page.
  const boxes = () =>
    at.white.getByRole('toolbar').evaluate((toolbar) => {
      const from = toolbar.getBoundingClientRect();
      return [...toolbar.querySelectorAll('button')].map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x - from.x, y - from.y, width, height].map(Math.round);
      });
    });
  for (const size of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
    { width: 844, height: 390 },
  ]) {
    await at.white.setViewportSize(size);
    // The new layout appears with a later frame.
    await expect(act(at.white, 'Draw')).toBeVisible();
    let before = await boxes();
    await expect(async () => {
      const last = before;
      before = await boxes();
      expect(before).toEqual(last);
      expect(before.every(([, , width, height]) => width && height)).toBe(true);
    }).toPass();
    await act(at.white, 'Draw').click();
    await expect(act(at.white, 'Offer draw?')).toBeVisible();
    expect(await boxes()).toEqual(before);
    await expect(act(at.white, 'Draw')).toBeVisible();
  }
  await expect(at.black.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  await propose(at.black, 'Draw');
  await expect(at.white.getByRole('button', { name: 'Accept' })).toBeVisible();
});

test('who is given time is told of it', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4', 'e7e5');
  const before = await called(at.black);
  await at.white.getByRole('button', { name: '+15 s for Grace' }).click();
  await expect(at.black.getByText('Ada has given you 15 seconds.').first()).toBeAttached();
  await expect(at.black).toHaveTitle(/^More time/);
  expect(await called(at.black)).toBeGreaterThan(before);
  await expect(at.black).not.toHaveTitle(/More time/, { timeout: 15_000 });
});

test('a finished game is saved with its clocks and its address, and a look back shows them', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4', 'e7e5', 'g1f3');
  await act(at.black, 'Resign').click();
  await at.black.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await result(at.white).locator('.close').click();
  await at.white.keyboard.press('Home');
  for (const clock of [farClock(at.white), at.white.locator('.near .clock')])
    await expect(clock).toHaveText('5:00');
  await at.white.getByText('Copy and save').click();
  const saved = at.white.waitForEvent('download');
  await at.white.getByRole('button', { name: 'Save PGN' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(new RegExp(`^\\d{4}-\\d\\d-\\d\\d-ada-grace-${at.id}\\.pgn$`));
  const pgn = readFileSync(await file.path(), 'utf8');
  expect(pgn).toContain(`[Site "${server.url}/game/${at.id}"]`);
  expect(pgn).toMatch(/1\. e4 \{ ?\[%clk 0:0/);
  await at.white.getByRole('button', { name: 'Analyze this game' }).click();
  await expect(at.white).toHaveURL(/\/analyze\/chess/);
  await expect(at.white.getByRole('button', { name: /^e4 5:00/ })).toBeVisible();
});

test('time runs out', async () => {
  const at = await seated({ variant: 'chess', terms: { clock: { baseMs: 2000, incrementMs: 0 } } });
  await play(at, 'e2e4', 'e7e5');
  await expect(result(at.black)).toContainText('White ran out of time. Black wins.');
  await expect(at.white.getByRole('timer').last()).toContainText('0:00.0');
});

test('who leaves loses the game to who claims it', async () => {
  const at = await seated({ variant: 'chess', terms: { clock: { baseMs: 120_000, incrementMs: 0 } } });
  await play(at, 'e2e4', 'e7e5', 'g1f3');
  await at.black.close();
  await expect(at.white.getByText(/^Grace has left\. You can claim the game in/)).toBeVisible();
  await expect(at.white).toHaveTitle(/^Your opponent has left/);
  const before = await called(at.white);
  await expect(at.white).toHaveTitle(/^You can claim the game/, { timeout: 30_000 });
  expect(await called(at.white)).toBeGreaterThan(before);
  await at.white.getByRole('button', { name: 'Claim the win' }).click();
  await expect(result(at.white)).toContainText('Black left the game. White wins.');
});

test('a game outlives its server, and a move made meanwhile is not lost', async () => {
  const at = await seated({ variant: 'chess', terms: CLOCK });
  await play(at, 'e2e4', 'e7e5');
  await server.kill();
  await expect(at.white.getByRole('alert')).toContainText('Reconnecting');
  await new Board(at.white).click('g1', 'f3');
  await expect(at.white.getByText('Your time runs until it arrives.')).toBeVisible();
  // Outdated information is marked, and the opponent's clock is stopped.
  for (const page of [at.white, at.black]) await expect(page.locator('.clock.old')).toHaveCount(2);
  await expect(at.black.getByText('last known time')).toHaveCount(1);
  const clockOf = (page: Page) => page.locator('.near .clock');
  const [own, theirs] = [await clockOf(at.white).innerText(), await farClock(at.black).innerText()];
  await expect(clockOf(at.white)).not.toHaveText(own);
  await at.white.waitForTimeout(1200);
  await expect(farClock(at.black)).toHaveText(theirs);
  await server.run();
  await expect(list(at.black)).toHaveText(['e4', 'e5', 'Nf3'], { timeout: 15_000 });
  await expect(at.white.locator('.pending')).toHaveCount(0);
  await expect(at.white.locator('.clock.old')).toHaveCount(0);
  await play(at, 'b8c6');
});

test('a link leads to a position, and shows it on a phone without a scroll bar', async ({ browser }) => {
  const at = await seated({ variant: 'chess', terms: { days: 3 } });
  await moveAndSend(at.white, 'e2', 'e4');
  const phone = await device(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  const page = await phone.newPage();
  await page.goto(`${server.url}/game/${at.id}?ply=1`);
  await expect(page.locator('[aria-current="true"]')).toHaveText('e4');
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await phone.close();
});

test('conditional moves are made on a board that is seen whole, and are saved by themselves', async () => {
  for (const [variant, first, line] of [
    ['future', ['1e2', '1e3'], ['3e4', '3e3', '1a2', '1a3']],
    ['chess', ['e2', 'e4'], ['e7', 'e5', 'g1', 'f3']],
  ] as const) {
    const at = await seated({ variant, terms: { days: 3 } });
    await moveAndSend(at.white, ...first);
    await expect(act(at.white, 'Plan')).toBeEnabled();
    const field = at.white.getByRole('textbox', { name: 'Move', exact: false });
    await expect(field, 'a move of the opponent is nobody’s to type').not.toHaveAttribute(
      'placeholder',
      /such as/,
    );
    await at.white.setViewportSize({ width: 1280, height: 800 });
    await act(at.white, 'Plan').click();
    const dialog = at.white.getByRole('dialog', { name: 'Conditional moves' });
    const ground = dialog.locator('.ground');
    for (const levels of variant === 'future' ? ['Side by side', 'Stacked'] : []) {
      await dialog.getByRole('button', { name: 'Close' }).click();
      await at.white.getByText(levels, { exact: true }).click();
      await act(at.white, 'Plan').click();
      await expect(ground, levels).toBeInViewport({ ratio: 1 });
    }
    await expect(ground).toBeInViewport({ ratio: 1 });
    await new Board(at.white, dialog.locator('.board')).click(...line);
    await expect(dialog.getByText('Saved: 1 line.')).toBeInViewport({ ratio: 1 });
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(at.white.getByText('Planned: 1 line').first()).toBeVisible();
    await at.white.reload();
    await expect(at.white.getByText('Planned: 1 line').first()).toBeVisible();
  }
});
