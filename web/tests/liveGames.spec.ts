//! Tests of running games in the lobby, and the story of two members: a rated game that a third person watches, the new
//! ratings, and a rematch of the other kind.
import { expect, test, type Browser, type Page } from '@playwright/test';

import { Board } from './board';
import { expectAccessible } from './fixtures';
import { member } from './members';
import { device, OwnServer, RETRIES } from './ownServer';
import { begin, playPlies, sideOf } from './ratedGames';
import { present } from './rules';
import { expectNoOverflow } from './visibility';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default' });

let server: OwnServer;

test.beforeAll(async () => {
  server = await OwnServer.start();
});
test.afterEach(async ({ browser }: { browser: Browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
});
test.afterAll(async () => server.stop());

const main = (page: Page) => page.getByRole('main');
const live = (page: Page) => main(page).getByRole('region', { name: 'Games being played' });
const boards = (page: Page) => live(page).getByRole('link');
/** Returns the squares of the last move on the first small board, which has White below. */
const marks = async (page: Page): Promise<string[]> =>
  boards(page)
    .first()
    .locator('rect[fill="var(--energy)"]')
    .evaluateAll((squares) =>
      squares.map(
        (square) =>
          `${'abcdefgh'.charAt(Number(square.getAttribute('x')))}${String(8 - Number(square.getAttribute('y')))}`,
      ),
    );
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).first();

async function send(page: Page, method: 'post' | 'patch', path: string, data: object = {}): Promise<void> {
  const url = `${server.url}/api/v1/${path}`;
  const answer = await page.request[method](url, {
    data,
    headers: { origin: server.url },
    maxRetries: RETRIES,
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** Creates a member who shows games to everyone. */
async function shown(browser: Browser, name: string): Promise<Page> {
  const page = await member(server, browser, name);
  await send(page, 'patch', 'account', { showsGames: true });
  return page;
}

test('two members meet, play a rated game that a third watches, and agree on a casual rematch', async ({
  browser,
}) => {
  const [ada, ben] = [await shown(browser, 'Ada'), await shown(browser, 'Ben')];
  await ada.goto(`${server.url}/lobby`);
  await expect(main(ada).getByRole('heading', { name: 'Lobby' })).toBeVisible();
  const clock = { baseMs: 300_000, incrementMs: 3000 };
  await send(ada, 'post', 'seeks', { variants: ['chess'], terms: [{ clock, rated: true }] });
  await ben.goto(`${server.url}/lobby`);
  await expect(main(ben).getByRole('row', { name: /Ada.*Chess/ })).toBeVisible();
  const eve = await (await device(browser)).newPage();
  await eve.goto(`${server.url}/lobby`);
  await ben.keyboard.press('t');
  await ben.waitForURL('**/game/*');
  const game = present(/\/game\/(\w{8})/.exec(ben.url())?.[1]);
  const isAdaWhite = (await sideOf(server, { page: ada, name: 'Ada' }, game)) === 'white';
  const [white, black] = isAdaWhite ? [ada, ben] : [ben, ada];
  const [whiteName, blackName] = isAdaWhite ? ['Ada', 'Ben'] : ['Ben', 'Ada'];

  // The time for the first move is not that of the clock.
  await white.goto(`${server.url}/learn/chess`);
  const bar = white.getByRole('complementary', { name: 'Your running game' });
  await expect(bar).toContainText(new RegExp(`Your first move against ${blackName} within\\s*0:[0-2]\\d`));
  // Both at once, because players have only 30 seconds for the first move.
  await Promise.all([white, black].map((page) => page.goto(`${server.url}/game/${game}`)));
  await expect(main(white)).toContainText('5+3 · Rated');

  await expect(boards(eve)).toHaveCount(1);
  await expect(boards(eve)).toHaveAccessibleName(
    new RegExp(
      `^Watch: ${blackName} Rating: provisional 1500.*${whiteName} Rating: provisional 1500.*Chess · 5\\+3 · Rated$`,
    ),
  );
  await expect(boards(eve).locator('image')).toHaveCount(32);
  expect(await marks(eve)).toEqual([]);
  const moves = [
    ['f2', 'f3'],
    ['e7', 'e5'],
    ['g2', 'g4'],
  ] as const;
  for (const [at, [from, to]] of moves.entries()) {
    await new Board(at % 2 === 0 ? white : black).click(from, to);
    await expect.poll(() => marks(eve)).toEqual([from, to]);
    await expect(
      (at % 2 === 0 ? black : white).getByRole('region', { name: 'Moves' }).getByRole('button'),
    ).toHaveCount(at + 1);
  }
  await expect(boards(eve).locator('.clock').first()).toHaveText(/^[45]:\d\d$/);
  await expectAccessible(eve);
  // The small board does not count as a spectator, and the game itself does.
  await expect(white.locator('.watchers')).toHaveCount(0);
  await boards(eve).click();
  await eve.waitForURL(`**/game/${game}`);
  await expect(white.locator('.watchers').first()).toBeVisible();

  await new Board(black).click('d8', 'h4');
  for (const page of [white, black, eve]) await expect(page.getByText('(+162)').first()).toBeVisible();
  await button(black, 'Casual rematch').click();
  await expect(black.getByText('You have offered a casual rematch.').first()).toBeVisible();
  await expect(white.getByText(`${blackName} offers a casual rematch.`).first()).toBeVisible();
  await expectAccessible(white);
  await button(white, 'Accept the casual rematch').click();
  for (const page of [white, black]) {
    await page.waitForURL((url) => !url.pathname.endsWith(game));
    await expect(main(page)).toContainText('5+3 · Casual');
  }
  await expect(eve.getByRole('link', { name: 'Watch the rematch' }).first()).toBeVisible();
  // The lobby of the next test must not show it.
  await send(white, 'post', `games/${present(/\/game\/(\w{8})/.exec(white.url())?.[1])}/abort`);

  await eve.goto(`${server.url}/@${blackName}`);
  const graph = main(eve).getByRole('slider', { name: 'Rating over time: Chess, With a clock' });
  await expect(graph).toHaveAttribute('aria-valuetext', /: 1662 \(\+162\)$/);
  await graph.press('Home');
  await expect(graph).toHaveAttribute('aria-valuetext', 'Start: 1500 ± 350');
  await expect(main(eve).getByRole('row', { name: new RegExp(`Won against ${whiteName}`) })).toBeVisible();
});

test('a hidden lobby follows no games, and a phone shows two of them', async ({ browser }) => {
  // One client can sign up only a few people, so these three play several games.
  const [kai, lea] = [await shown(browser, 'Kai'), await shown(browser, 'Lea')];
  const ron = await member(server, browser, 'Ron');
  const clock = { clock: { baseMs: 600_000 }, rated: false };
  const games = [
    await begin(server, { page: kai, name: 'Kai' }, { page: lea, name: 'Lea' }, clock),
    await begin(server, { page: kai, name: 'Kai' }, { page: lea, name: 'Lea' }, clock, 'forcefield'),
  ];
  // Without moves, games end after 30 seconds.
  const players = [
    { page: kai, name: 'Kai' },
    { page: lea, name: 'Lea' },
  ] as const;
  for (const game of games) await playPlies(server, players, game, 2);
  // Ron does not show games.
  await begin(server, { page: kai, name: 'Kai' }, { page: ron, name: 'Ron' }, clock);
  const page = await (await device(browser)).newPage();
  const sent: { kind: string; game?: string }[] = [];
  page.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => sent.push(JSON.parse(String(payload)) as { kind: string })),
  );
  const of = (kind: string) => sent.filter((one) => one.kind === kind).map((one) => one.game);
  await page.goto(`${server.url}/lobby`);
  await expect(boards(page)).toHaveCount(2);
  await expect.poll(() => of('preview').sort()).toEqual([...games].sort());
  expect(of('watch')).toEqual([]);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => of('unwatch').sort()).toEqual([...games].sort());
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expect.poll(() => of('preview')).toHaveLength(4);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(boards(page)).toHaveCount(2);
  await expectNoOverflow(page, 'a phone');
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Learn', exact: true }).first().click();
  await expect.poll(() => of('unwatch')).toHaveLength(4);
});
