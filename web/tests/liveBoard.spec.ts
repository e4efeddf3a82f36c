//! Tests of the board in an online game: typed premoves, spectators, conditional moves by keyboard, and stable clocks.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { Board } from './board';
import { moveAndSend, propose } from './onlineGame';
import { device, type OwnServer } from './ownServer';
import { twoGuests } from './twoGuests';

const CLOCK = { clock: { baseMs: 300_000, incrementMs: 0 } };

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('unknown', (two) => ({ server, ada, grace } = two));

const list = (page: Page) => page.getByRole('region', { name: 'Moves' }).getByRole('button');

async function seated(terms: object): Promise<{ id: string; white: Page; black: Page }> {
  const id = await server.game(ada, grace, { variant: 'chess', terms });
  const [white, black] = await Promise.all([server.openGame(ada, id), server.openGame(grace, id)]);
  return { id, white, black };
}

async function play(at: { white: Page; black: Page }, ...moves: [string, string][]): Promise<void> {
  for (const move of moves) {
    const count = await list(at.white).count();
    await new Board(count % 2 === 0 ? at.white : at.black).click(...move);
    for (const page of [at.white, at.black]) await expect(list(page)).toHaveCount(count + 1);
  }
}

test('premoves are typed while the opponent thinks, a recapture among them', async () => {
  const at = await seated(CLOCK);
  await play(at, ['e2', 'e4'], ['d7', 'd5'], ['e4', 'd5']);
  const field = at.white.getByRole('textbox', { name: 'Move' });
  for (const move of ['Nc3', 'Nxd5']) {
    await field.fill(move);
    await at.white.getByRole('button', { name: 'Premove', exact: true }).click();
    await expect(field).toHaveValue('');
  }
  await expect(at.white.getByText('Planned: b1–c3, c3–d5.')).toBeVisible();
  await field.fill('Rxa8');
  await field.press('Enter');
  await expect(at.white.locator('.why')).toBeVisible();
  await new Board(at.black).click('d8', 'd5');
  await expect(list(at.black)).toHaveText(['e4', 'd5', 'exd5', 'Qxd5', 'Nc3']);
});

test('a spectator sees offers, and whose turn it is by name', async ({ browser }) => {
  const at = await seated(CLOCK);
  // Before another page is opened, because players have only 30 seconds for the first move.
  await play(at, ['e2', 'e4'], ['e7', 'e5']);
  const watching = await device(browser);
  const watcher = await server.openGame(watching, at.id);
  await expect(watcher.getByText('Ada is to move.')).toBeVisible();
  await propose(at.black, 'Draw');
  for (const width of [1280, 390]) {
    await watcher.setViewportSize({ width, height: 800 });
    await expect(watcher.getByText('Grace offers a draw.')).toBeVisible();
    await expect(watcher.getByRole('button', { name: 'Accept' })).toHaveCount(0);
  }
  await play(at, ['d2', 'd4']);
  await expect(watcher.getByText('Grace offers a draw.')).toHaveCount(0);
  await watching.close();
});

test('a capture moves no clock', async () => {
  const at = await seated(CLOCK);
  await play(at, ['e2', 'e4'], ['d7', 'd5']);
  const tops = () =>
    at.white.locator('.clock').evaluateAll(async (clocks) => {
      // A change of the layout may need two frames.
      for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
      return clocks.map((clock) => clock.getBoundingClientRect().top);
    });
  const before = await tops();
  await play(at, ['e4', 'd5'], ['d8', 'd5']);
  expect(await tops()).toEqual(before);
});

test('the end of the game closes conditional moves', async () => {
  const at = await seated({ days: 3 });
  await moveAndSend(at.white, 'c2', 'c4');
  await expect(list(at.black)).toHaveCount(1);
  await at.white.getByRole('toolbar').getByRole('button', { name: 'Plan', exact: true }).click();
  const dialog = at.white.getByRole('dialog', { name: 'Conditional moves' });
  await expect(dialog).toBeVisible();
  await at.black.getByRole('toolbar').getByRole('button', { name: 'Abort', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(at.white.getByText('Black aborted the game.').first()).toBeVisible();
});

test('Escape lets go of a square of conditional moves first, and closes them then', async () => {
  const at = await seated({ days: 3 });
  await moveAndSend(at.white, 'e2', 'e4');
  await at.white.getByRole('toolbar').getByRole('button', { name: 'Plan', exact: true }).click();
  const dialog = at.white.getByRole('dialog', { name: 'Conditional moves' });
  const board = new Board(at.white, dialog.locator('.board'));
  await board.click('e7');
  await board.square('e7').focus();
  await at.white.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await at.white.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});
