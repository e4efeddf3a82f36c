//! Tests of the parts of an online game that a player must see without scrolling, on screens of several sizes.
import { expect, test, type BrowserContext, type Locator, type Page } from '@playwright/test';

import { Board } from './board';
import { propose } from './onlineGame';
import type { OwnServer } from './ownServer';
import { Game, present, variants, type Variant } from './rules';
import { twoGuests } from './twoGuests';

const CLOCK = { clock: { baseMs: 300_000, incrementMs: 2000 } };
const SCREENS = [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1366, height: 768 },
  { width: 1920, height: 1080 },
];
const SMALLEST = { width: 320, height: 568 };

let server: OwnServer;
let ada: BrowserContext;
let grace: BrowserContext;

twoGuests('unknown', (two) => ({ server, ada, grace } = two));

const button = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name, exact: true });
const countdown = (page: Page) => page.locator('.first');

/** Returns the first unambiguous moves of both sides. */
function opening(variant: Variant): [string, string][] {
  const game = new Game(variant.id, undefined, 'en');
  const moves = [0, 1].map((): [string, string] => {
    const { moves: legal } = game.snapshot();
    const { uci, from, to } = present(
      legal.find((one) =>
        legal.every(({ uci, from, to }) => uci === one.uci || from + to !== one.from + one.to),
      ),
    );
    game.play(uci);
    return [from, to];
  });
  game.free();
  return moves;
}

/** Expects every part inside the window and no two parts to overlap. */
async function expectInView(page: Page, at: string, parts: readonly Locator[]): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  // All at once, because players have only 30 seconds for the first move.
  await Promise.all(parts.map((part) => expect(part.first(), at).toBeInViewport({ ratio: 1 })));
  const boxes = await Promise.all(parts.map(async (part) => present(await part.first().boundingBox())));
  for (const [number, one] of boxes.entries())
    for (const other of boxes.slice(number + 1)) {
      const wide = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
      const high = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
      expect(Math.min(wide, high), `${at}: ${JSON.stringify([one, other])}`).toBeLessThanOrEqual(1);
    }
}

const ground = (page: Page) => page.locator('.layout .ground');
const offer = (page: Page) => [button(page, 'Accept'), button(page, 'Decline')];

for (const variant of variants.filter(({ id }) => !id.includes('+'))) {
  test(`in ${variant.id} board, countdown, offer and actions are in view`, async () => {
    const id = await server.game(ada, grace, { variant: variant.id, terms: CLOCK });
    const [white, black] = await Promise.all([server.openGame(ada, id), server.openGame(grace, id)]);
    const [first, second] = opening(variant);
    await new Board(white).click(...present(first));
    await expect(black.getByText('It is your turn.').or(countdown(black)).first()).toBeVisible();
    await propose(white, 'Take back');
    await expect(button(black, 'Accept')).toBeVisible();
    for (const size of SCREENS) {
      await black.setViewportSize(size);
      const at = `${variant.id} at ${size.width}x${size.height}, first move`;
      const acts = ['Take back', 'Draw', 'Abort'].map((name) => button(black, name));
      await expectInView(black, at, [ground(black), countdown(black), ...offer(black), ...acts]);
    }
    await black.setViewportSize(SMALLEST);
    await expectInView(black, `${variant.id} at 320x568, first move`, [countdown(black), ...offer(black)]);
    await button(black, 'Decline').click();
    await black.setViewportSize({ width: 1280, height: 800 });
    await new Board(black).click(...present(second));
    await expect(button(white, 'Resign')).toBeVisible();
    await propose(white, 'Draw');
    await expect(button(black, 'Accept')).toBeVisible();
    for (const size of SCREENS) {
      await black.setViewportSize(size);
      const acts = ['Take back', 'Draw', 'Resign'].map((name) => button(black, name));
      await expectInView(black, `${variant.id} at ${size.width}x${size.height}`, [
        ground(black),
        ...offer(black),
        ...acts,
      ]);
    }
    await black.setViewportSize(SMALLEST);
    await expectInView(black, `${variant.id} at 320x568`, offer(black));
    // A running game would show its bar in the next test.
    const headers = { origin: server.url };
    await ada.request.post(`${server.url}/api/v1/games/${id}/resign`, { headers });
    await white.close();
    await black.close();
  });
}
