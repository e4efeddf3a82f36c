//! Tests of ratings: a rated game from the challenge to its effect, games that do not count, the history on a profile,
//! and leaderboards. Nothing is mocked.
import { expect, test, type Browser, type Page } from '@playwright/test';

import { expectAccessible } from './fixtures';
import { member } from './members';
import { sendByTurns } from './onlineGame';
import { device, OwnServer } from './ownServer';
import { begin, lose, playPlies, sideOf, type Rated } from './ratedGames';
import { present } from './rules';

test.skip(process.env['FARADAY_BIN'] === undefined, 'FARADAY_BIN names the program of the server');
test.describe.configure({ mode: 'default', timeout: 480_000 });

let server: OwnServer;
let ada: Rated;
let ben: Rated;

test.beforeEach(async ({ browser }: { browser: Browser }) => {
  server = await OwnServer.start();
  ada = { name: 'Ada', page: await member(server, browser, 'Ada') };
  ben = { name: 'Ben', page: await member(server, browser, 'Ben') };
});
test.afterEach(async ({ browser }: { browser: Browser }) => {
  await Promise.all(browser.contexts().map((context) => context.close()));
  await server.stop();
});

const main = (page: Page) => page.getByRole('main');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const rated = (page: Page) => page.getByRole('switch', { name: 'Rated' });
const idOf = (page: Page): string => present(/\/game\/(\w{8})/.exec(page.url())?.[1]);
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens a finished game and waits for its ratings. */
async function openGame(page: Page, game: string): Promise<void> {
  await page.goto(`${server.url}/game/${game}`);
  await expect(page.getByRole('region', { name: 'Moves' })).toBeVisible();
}

async function resign(page: Page): Promise<void> {
  await page.getByRole('toolbar').getByRole('button', { name: 'Resign', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign', exact: true }).click();
}

test('two members play a rated game, and both see how it changed their ratings', async () => {
  const [one, two] = [ada.page, ben.page];
  await one.goto(`${server.url}/friend/chess`);
  await one.getByRole('combobox', { name: 'Opponent' }).fill('Ben');
  await one.getByRole('radio', { name: 'Days per move' }).check();
  await rated(one).check();
  // A chosen side rules it out, and so does a game without a time limit.
  await one.getByRole('radio', { name: 'White' }).check();
  await expect(rated(one)).toBeDisabled();
  await expect(rated(one)).not.toBeChecked();
  await expect(main(one)).toContainText('Choose Random as your side.');
  await one.getByRole('radio', { name: 'Random' }).check();
  await one.getByRole('radio', { name: 'No limit' }).check();
  await expect(main(one)).toContainText('rated games need a clock, days per move, or a reserve');
  await one.getByRole('radio', { name: 'Days per move' }).check();
  await expect(rated(one)).toBeChecked();
  await expectAccessible(one);
  await button(one, 'Challenge Ben').click();
  await expect(main(one)).toContainText('Rated game');

  await two.goto(`${server.url}/games`);
  await expect(main(two).getByRole('link', { name: /3 days per move · Rated/ })).toBeVisible();
  await two.getByRole('link', { name: /Ada challenges you/ }).click();
  await expect(main(two)).toContainText('Rated game');
  await expect(main(two)).toContainText('White goes to the player who has had it less often');
  await button(two, 'Accept').click();
  await Promise.all([one.waitForURL('**/game/*'), two.waitForURL('**/game/*')]);
  const game = idOf(one);
  const isAdaWhite = (await sideOf(server, ada, game)) === 'white';
  const [white, black] = isAdaWhite ? [one, two] : [two, one];
  await expect(one.getByRole('status').filter({ hasText: /move/ }).first()).toBeVisible();
  await expect(main(one)).toContainText('3 days per move · Rated');
  await expect(one.getByRole('region', { name: /Ben/ })).toContainText('1500?');
  await sendByTurns(white, black, ['e2', 'e4'], ['e7', 'e5'], ['g1', 'f3'], ['b8', 'c6']);
  await resign(two);

  const gained = /1500\? → 1662\?\s*\(\+162\)/;
  for (const [page, own] of [
    [one, 'Your rating: from provisional 1500 to provisional 1662, +162.'],
    [two, 'Your rating: from provisional 1500 to provisional 1338, −162.'],
  ] as const) {
    const result = main(page).getByRole('region', { name: /win|lose/ });
    await expect(result).toContainText(gained);
    await expect(result).toContainText(/1500\? → 1338\?\s*\(−162\)/);
    await expect(page.locator('[data-announce="polite"]')).toContainText(own);
  }
  await expectAccessible(one);

  // The arithmetic, for both players.
  const result = main(one).getByRole('region', { name: 'You win!' });
  await result.getByRole('button', { name: 'How this was computed' }).click();
  const how = one.getByRole('dialog', { name: 'How this was computed' });
  const row = (name: RegExp) => how.locator('dl > div').filter({ hasText: name });
  await expect(row(/^Expected score/)).toContainText('0.500');
  await expect(row(/^Rating before the game/)).toContainText('1500.0 ± 350.0');
  await expect(row(/^Change/)).toContainText('+162.');
  // The dialog is in a card with centered text.
  await expect(row(/^Change/)).toHaveCSS('text-align', 'left');
  await expectAccessible(one);
  await how.getByRole('tab', { name: 'Ben' }).click();
  await expect(row(/^Actual score/)).toContainText('Ben lost.');
  await expect(row(/^Change/)).toContainText('−162.');
  await one.keyboard.press('Escape');

  // The page of the game shows it later, also to spectators.
  await openGame(one, game);
  await expect(main(one)).toContainText(gained);
  await expect(one.getByRole('region', { name: /Ada/ })).toContainText('1662?');
  const spectator = await (await device(present(one.context().browser()))).newPage();
  await openGame(spectator, game);
  await expect(main(spectator)).toContainText(gained);
  await button(spectator, 'How this was computed').click();
  // A spectator sees White's change first.
  await expect(spectator.getByRole('dialog').locator('dl')).toContainText(isAdaWhite ? '+162.' : '−162.');
  await one.goto(`${server.url}/games`);
  await expect(main(one).getByRole('link', { name: /3 days per move · Rated/ })).toBeVisible();
  // The choice is remembered.
  await one.goto(`${server.url}/friend/chess`);
  await expect(rated(one)).toBeChecked();
});

test('a rated game that does not count says why', async () => {
  const game = await begin(server, ada, ben, { days: 3 });
  await playPlies(server, [ada, ben], game, 3);
  await openGame(ada.page, game);
  await openGame(ben.page, game);
  await resign(ben.page);
  const why = 'This game does not change the ratings, because it ended before each side had made two moves.';
  for (const { page } of [ada, ben]) {
    await expect(main(page).getByRole('region', { name: /win|lose/ })).toContainText(why);
    await expect(page.locator('[data-announce="polite"]')).toContainText(why);
    await expect(main(page)).not.toContainText('How this was computed');
  }
  await expectAccessible(ada.page);

  const aborted = await begin(server, ada, ben, { days: 3 });
  await openGame(ada.page, aborted);
  await ada.page.getByRole('toolbar').getByRole('button', { name: 'Abort', exact: true }).click();
  await expect(main(ada.page)).toContainText('because it has no result.');
});

test('a guest cannot rate: not by a challenge, and not by accepting one', async ({ browser }) => {
  const guest = await (await device(browser)).newPage();
  await guest.goto(`${server.url}/friend/chess`);
  await expect(button(guest, 'Make the link')).toBeVisible();
  await expect(rated(guest)).toHaveCount(0);

  const { page } = ada;
  await page.goto(`${server.url}/friend/chess`);
  await rated(page).check();
  await button(page, 'Make the link').click();
  await page.waitForURL('**/challenge/*');
  await guest.goto(page.url());
  await expect(main(guest)).toContainText('This game is rated, so both players need an account.');
  await expect(button(guest, 'Accept')).toHaveCount(0);
  await expectAccessible(guest);
  await main(guest).getByRole('link', { name: 'Sign in' }).click();
  await expect(guest).toHaveURL(/\/sign-in\?to=%2Fchallenge%2F/);
});

test('a profile and a leaderboard show the ratings of many games', async ({ browser }) => {
  const games: string[] = [];
  for (let at = 0; at < 26; at += 1)
    games.push(at % 3 === 1 ? await lose(server, ben, ada) : await lose(server, ada, ben));
  const { page } = ada;
  await page.goto(`${server.url}/@Ada`);
  const ratings = main(page).getByRole('region', { name: 'Ratings' });
  const card = ratings.getByRole('button', { name: /Chess.*Correspondence · 26 games/ });
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  const graph = ratings.getByRole('slider', { name: 'Rating over time: Chess, Correspondence' });
  await expect(graph).toHaveAttribute('aria-valuenow', '27');
  await graph.focus();
  await page.keyboard.press('Home');
  await expect(graph).toHaveAttribute('aria-valuetext', 'Start: 1500 ± 350');
  await page.keyboard.press('ArrowRight');
  await expect(graph).toHaveAttribute('aria-valuetext', /: 1662 \(\+162\)$/);
  await page.keyboard.press('ArrowRight');
  await expect(graph).toHaveAttribute('aria-valuetext', /: \d{4} \(−\d+\)$/);
  await expect(ratings).toContainText(/Over 26 games since .+, from 1500 to \d{4}\./);
  const changes = ratings.getByRole('table', { name: 'Changes' });
  await expect(changes.getByRole('row')).toHaveCount(1 + 10);
  await ratings.getByRole('button', { name: 'Show more' }).click();
  await expect(changes.getByRole('row')).toHaveCount(1 + 20);
  const latest = changes.getByRole('row', { name: /Lost to Ben|Won against Ben/ }).first();
  await expect(latest.getByRole('link')).toHaveAttribute('href', `/game/${present(games.at(-1))}`);
  await latest.getByRole('button').click();
  const how = page.getByRole('dialog', { name: 'How this was computed' });
  await expect(how.getByText('Ben before the game')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await overflow(page)).toBeLessThanOrEqual(0);

  // Others see no opponents, since both players hide their games.
  const visitor = await (await device(browser)).newPage();
  await visitor.goto(`${server.url}/@Ada`);
  const row = main(visitor)
    .getByRole('row', { name: /^(Won|Lost) a game/ })
    .first();
  await expect(row).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expect(main(visitor)).toContainText('games that are not shown to everyone');
  await visitor.context().close();

  await ratings.getByRole('link', { name: 'Leaderboard', exact: true }).click();
  await page.waitForURL('**/ratings/chess?pace=days');
  const board = main(page).getByRole('table', { name: 'Chess, Correspondence: members by rating' });
  await expect(board.getByRole('row')).toHaveCount(1 + 2);
  await expect(board.getByRole('row').nth(1)).toContainText(/^1\s*Ada\s*You/);
  await expect(board.getByRole('row').nth(2).getByRole('link', { name: 'Ben' })).toBeVisible();
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);
  await main(page).getByRole('link', { name: 'With a clock' }).click();
  await page.waitForURL('**/ratings/chess');
  await expect(main(page)).toContainText('No one is listed for Chess yet.');
  await expect(main(page)).toContainText(
    'at least 10 rated games, 5 of them against people, a deviation of at most 110',
  );
  await expectAccessible(page);

  // Strangers see the numbers. The game is not for them, unless both players list their games.
  const stranger = await (await device(browser)).newPage();
  await stranger.goto(`${server.url}/@Ada`);
  const theirs = main(stranger).getByRole('table', { name: 'Changes' });
  await expect(theirs.getByRole('row')).toHaveCount(1 + 10);
  await expect(theirs.getByRole('link')).toHaveCount(0);
  await stranger.goto(server.url);
  await stranger.getByRole('contentinfo').getByRole('link', { name: 'Leaderboards' }).click();
  await stranger.waitForURL('**/ratings/*');
});

test('a leaderboard without members says what is needed, in the language of the visitor', async ({
  browser,
}) => {
  await lose(server, ada, ben);
  const { page } = ada;
  await page.goto(`${server.url}/ratings/chess?pace=days`);
  await expect(main(page)).toContainText('Your rating: 1662?');
  await expect(main(page)).toContainText('9 more rated games until you can be listed.');
  const german = await (await device(browser, { locale: 'de-DE' })).newPage();
  await german.goto(`${server.url}/ratings/chess?pace=days`);
  await expect(main(german)).toContainText('steht noch niemand in der Rangliste');
  expect(await main(german).innerText()).not.toMatch(/\b(the|and|with|your)\b/i);
  await german.goto(`${server.url}/@Ada`);
  await expect(main(german)).toContainText('Eine Partie gewonnen');
  expect(await main(german).innerText()).not.toMatch(/\b(the|and|with|your)\b/i);
});
