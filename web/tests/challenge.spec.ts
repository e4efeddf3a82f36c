//! Tests of challenges to a friend, up to the game itself. The server's responses are mocked.
import type { Page, Route } from '@playwright/test';

import { first, variants } from './rules';
import { expect, expectAccessible, open, test } from './fixtures';

// Playwright cannot intercept requests that the service worker answers.
test.use({ visit: 'first' });

const ID = 'aB3dE6gH';
const GAME = 'gA4eG4mE';
const challenge = {
  id: ID,
  url: `/challenge/${ID}`,
  variant: first.id,
  terms: { days: 3, rated: false },
  maker: { guest: 'x', name: 'Ada' },
  yours: false,
  state: 'open',
  endsAt: Date.now() + 1e8,
};

type Answer = { status?: number; body?: unknown };

/** Mocks the server's responses. Returns the list of requests, which grows with each one. */
async function serve(page: Page, answers: Record<string, () => Answer>): Promise<string[]> {
  const asked: string[] = [];
  // The socket stays silent, so the page polls.
  await page.routeWebSocket('**/api/v1/live', () => undefined);
  await page.route('**/api/v1/**', async (route: Route) => {
    const request = route.request();
    const said = `${request.method()} ${new URL(request.url()).pathname.replace('/api/v1', '')}`;
    // Every page asks for the name of the site, which has none here.
    if (said === 'GET /site') return route.fulfill({ json: {} });
    asked.push([said, request.postData()].filter(Boolean).join(' '));
    const { status = 200, body } = answers[said]?.() ?? {
      status: 404,
      body: { kind: 'not-found', title: 'Not found', detail: 'there is nothing', status: 404, type: '/x' },
    };
    await route.fulfill({ status, ...(body === undefined ? {} : { json: body }) });
  });
  return asked;
}

/** The browser logs every unsuccessful response. */
const forgive = (consoleErrors: string[]): void => {
  expect(consoleErrors.splice(0).every((text) => text.includes('Failed to load resource'))).toBe(true);
};

const who = { guest: 'y', person: 'y', name: 'Bohr 123' };
const session = {
  'GET /session': () => ({ body: { who: null } }),
  'POST /session/guest': () => ({ status: 201, body: { who, token: 'x' } }),
  'GET /games': () => ({ body: { games: [] } }),
  'GET /notices': () => ({ body: { notices: [], unread: 0 } }),
  'PATCH /notices/settings': () => ({ body: {} }),
};

test('a visitor who plays nobody is asked about nothing', async ({ page }) => {
  const asked = await serve(page, {});
  await open(page, '/');
  await page.getByRole('link', { name: 'Play a friend', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Make the link' })).toBeVisible();
  expect(asked).toEqual([]);
});

test('a link is made in one click, sent, and leads its maker to the game', async ({
  page,
  context,
  consoleErrors,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  let isTaken = false;
  const asked = await serve(page, {
    ...session,
    'POST /challenges': () => ({ status: 201, body: { id: ID, url: challenge.url } }),
    [`GET /challenges/${ID}`]: () => ({
      body: { ...challenge, yours: true, ...(isTaken ? { state: 'accepted', game: GAME } : {}) },
    }),
  });
  await open(page, `/friend/${encodeURIComponent(first.id)}`);
  await page.getByText('Days per move', { exact: true }).first().click();
  await page.getByText('14', { exact: true }).click();
  await page.getByText('Black', { exact: true }).click();
  await page.getByLabel('Your name').fill('Bo');
  await page.getByRole('button', { name: 'Make the link' }).click();
  await expect(page).toHaveURL(new RegExp(`/challenge/${ID}$`));
  expect(asked.filter((one) => one.startsWith('POST'))).toEqual([
    'POST /session/guest {"name":"Bo"}',
    `POST /challenges ${JSON.stringify({ variant: first.id, terms: { days: 14, rated: false }, side: 'black' })}`,
  ]);
  await expect(page.getByRole('img', { name: 'QR code of the link' })).toBeVisible();
  await expect(page.getByText('This address works only on this computer.')).toBeVisible();
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('Link copied.').first()).toBeAttached();
  const link = await page.getByLabel('Link to the challenge').inputValue();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  expect(new URL(link).pathname).toBe(challenge.url);
  // A reloaded page continues to wait.
  await page.reload();
  await expect(page.getByText('Waiting for your opponent')).toBeVisible();
  await expectAccessible(page);
  isTaken = true;
  await expect(page).toHaveURL(new RegExp(`/game/${GAME}$`));
  consoleErrors.splice(0);
});

test('a link is copied where the page came over plain HTTP, and one that other devices can open is shown', async ({
  page,
  consoleErrors,
}) => {
  const pasted = 'http://192.0.2.7:8080';
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
  await serve(page, {
    'GET /session': () => ({ body: { who: { name: 'Ada' }, addresses: [pasted] } }),
    [`GET /challenges/${ID}`]: () => ({ body: { ...challenge, yours: true } }),
  });
  await page.goto(`/challenge/${ID}`);
  const link = page.getByLabel('Link to the challenge');
  await expect(link).toHaveValue(`${pasted}${challenge.url}`);
  await expect(page.getByText('This address works only on this computer.')).toHaveCount(0);
  await page.getByRole('button', { name: 'Copy the link' }).click();
  await expect(page.getByText('Link copied.').first()).toBeAttached();
  // Copied text comes back when it is pasted.
  await page.evaluate(() => {
    const field = document.createElement('textarea');
    field.id = 'paste';
    document.body.append(field);
    field.focus();
  });
  await page.keyboard.press('Control+V');
  await expect(page.locator('#paste')).toHaveValue(`${pasted}${challenge.url}`);
  consoleErrors.splice(0);
});

test('whoever waits is told at once when the game begins', async ({ page, consoleErrors }) => {
  await serve(page, {
    ...session,
    [`GET /challenges/${ID}`]: () => ({ body: { ...challenge, yours: true } }),
  });
  await page.routeWebSocket('**/api/v1/live', (socket) => {
    socket.onMessage((text) => {
      if (!String(text).includes('hello')) return;
      const welcome = { kind: 'welcome', protocol: 2, you: who, now: Date.now(), games: [] };
      socket.send(JSON.stringify(welcome));
      const started = { kind: 'started', game: GAME, side: 'white' };
      socket.send(JSON.stringify({ ...started, challenge: 'oThEr123' }));
      setTimeout(() => socket.send(JSON.stringify({ ...started, challenge: ID })), 500);
    });
  });
  await open(page, challenge.url);
  await expect(page).toHaveURL(new RegExp(`/game/${GAME}$`));
  consoleErrors.splice(0);
});

test('what was chosen is chosen again, and a position is taken along', async ({ page }) => {
  await serve(page, session);
  await open(page, `/friend/${encodeURIComponent(first.id)}?fen=nonsense`);
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Use the starting position' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectAccessible(page);
});

const REFUSED = { kind: 'bad-name', title: 'Invalid name', detail: 'not a name', status: 422, type: '/x' };

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 844, height: 390 },
  { width: 1280, height: 800 },
])
  test(`at ${width}x${height} a refused name is shown where it stands, and can be mended`, async ({
    page,
    consoleErrors,
  }) => {
    let isRefused = true;
    await page.setViewportSize({ width, height });
    await serve(page, {
      ...session,
      'POST /session/guest': () =>
        isRefused ? { status: 422, body: REFUSED } : { status: 201, body: { who } },
      'POST /challenges': () => ({ status: 201, body: { id: ID, url: challenge.url } }),
      [`GET /challenges/${ID}`]: () => ({ body: challenge }),
      [`POST /challenges/${ID}/accept`]: () => ({ body: { game: GAME, side: 'black' } }),
    });
    for (const [address, button, next] of [
      [`/friend/${first.id}`, 'Make the link', /challenge/],
      [challenge.url, 'Accept', /game/],
    ] as const) {
      isRefused = true;
      await open(page, address);
      const field = page.getByLabel('Your name');
      await field.fill('<Bo>');
      await page.getByRole('button', { name: button }).click();
      await expect(field).toBeFocused();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(/^A name consists of letters.*No account needed/);
      for (const seen of [field, page.getByRole('alert')]) await expect(seen).toBeInViewport({ ratio: 1 });
      forgive(consoleErrors);
      isRefused = false;
      await field.fill('Bo');
      await expect(page.getByRole('alert')).toHaveCount(0);
      await page.getByRole('button', { name: button }).click();
      await expect(page).toHaveURL(next);
      await page.evaluate(() => localStorage.clear());
      consoleErrors.splice(0);
    }
  });

test('nothing covers what is filled in before a game', async ({ page }) => {
  await serve(page, session);
  for (const address of [`/friend/${first.id}`, `/play/${first.id}`])
    for (const [width, height] of [
      [390, 844],
      [844, 390],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height });
      await open(page, address);
      const parts = page
        .locator('main form')
        .locator('label, select, input[type="text"], small, .note')
        .filter({ visible: true });
      for (const part of await parts.all()) {
        await part.evaluate((element) => element.scrollIntoView({ block: 'nearest' }));
        const covered = await part.evaluate((element) => {
          const { x, y, width: wide, height: high } = element.getBoundingClientRect();
          const at = [y + 2, y + high / 2, y + high - 2].map((down) =>
            document.elementFromPoint(x + wide / 2, down),
          );
          return at.filter((top) => !top || !top.closest('form') || top.closest('.at-hand, .primary')).length;
        });
        expect(covered, `${address} at ${width}x${height}: ${await part.innerText()}`).toBe(0);
      }
    }
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page, `/friend/${first.id}`);
  await expect(page.getByRole('button', { name: 'Make the link' })).toBeInViewport({ ratio: 1 });
});

test('who is invited reads what it is about, and accepts', async ({ page, consoleErrors }) => {
  const asked = await serve(page, {
    ...session,
    [`GET /challenges/${ID}`]: () => ({ body: challenge }),
    [`POST /challenges/${ID}/accept`]: () => ({ body: { game: GAME, side: 'black' } }),
  });
  await open(page, challenge.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Ada wants to play ${first.name} with you`,
  );
  for (const line of first.tagline) await expect(page.getByText(line)).toBeVisible();
  await expect(page.getByText('3 days per move')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Learn it in two minutes' })).toHaveAttribute(
    'href',
    `/learn/${first.id}/lesson/1`,
  );
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page).toHaveURL(new RegExp(`/game/${GAME}$`));
  expect(asked.filter((one) => one.startsWith('POST')).slice(0, 2)).toEqual([
    'POST /session/guest {}',
    `POST /challenges/${ID}/accept`,
  ]);
  consoleErrors.splice(0);
});

test('who comes too late is told so, with a way on', async ({ page, consoleErrors }) => {
  let state = 'open';
  const taken = { kind: 'taken', title: 'Taken', detail: 'somebody has', status: 409, type: '/x' };
  await serve(page, {
    ...session,
    [`GET /challenges/${ID}`]: () => ({ body: { ...challenge, state } }),
    [`POST /challenges/${ID}/accept`]: () => ({ status: 409, body: taken }),
  });
  await open(page, challenge.url);
  state = 'accepted';
  await page.getByRole('button', { name: 'Accept' }).click();
  await expect(page.getByRole('status')).toContainText('Someone else has accepted Ada’s challenge');
  forgive(consoleErrors);
  for (const [become, text] of [
    ['declined', 'was declined'],
    ['withdrawn', 'has withdrawn this challenge'],
    ['expired', 'has expired'],
  ] as const) {
    state = become;
    await open(page, challenge.url);
    await expect(page.getByRole('status')).toContainText(text);
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Make a challenge of your own' }).click();
  await expect(page.getByRole('button', { name: 'Make the link' })).toBeVisible();
});

test('a challenge that is not there leads on, too', async ({ page, consoleErrors }) => {
  await serve(page, session);
  await open(page, challenge.url);
  await expect(page.getByText('There is no such challenge')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Make a new link' })).toBeVisible();
  forgive(consoleErrors);
});

test('the games that wait come first, and are counted', async ({ page }) => {
  const listed = variants.map(({ id, start }, at) => ({
    game: `game000${at}`,
    variant: id,
    terms: { days: 3, rated: false },
    seats: { white: who, black: { name: `Opponent ${at}` } },
    side: 'white',
    fen: start,
    plies: 0,
    yourTurn: at % 2 === 1,
    deadline: Date.now() + (variants.length - at) * 36e5 + 6e4,
    startedAt: at,
  }));
  const ended = { result: 'white', winner: 'white', reason: 'resigned' };
  await page.addInitScript((you) => localStorage.setItem('faraday.session', JSON.stringify(you)), who);
  await page.route('**/api/v1/games?*', (route) => {
    const isEnded = route.request().url().includes('ended');
    const games = isEnded ? [{ ...listed[0], game: 'gAmEoVeR', ended, yourTurn: false }] : listed;
    return route.fulfill({ json: { games } });
  });
  await page.route('**/api/v1/leave', (route) => route.fulfill({ json: { daysLeft: 28 } }));
  await page.route('**/api/v1/notices**', (route) => route.fulfill({ json: { notices: [], unread: 0 } }));
  await page.route('**/api/v1/notices/settings', (route) => route.fulfill({ json: {} }));
  // The real server does not know these games and would report that.
  await page.routeWebSocket('**/api/v1/live', () => undefined);
  await open(page, '/games');
  const waiting = listed.filter(({ yourTurn }) => yourTurn).length;
  await expect(page.getByRole('link', { name: `${waiting} games are waiting for your move` })).toBeVisible();
  const running = page.getByRole('region', { name: 'Running' }).getByRole('link');
  await expect(running).toHaveCount(listed.length);
  await expect(running.first()).toContainText('Your turn');
  await expect(running.nth(waiting)).toContainText('Opponent’s turn');
  await expect(page.getByRole('region', { name: 'Ended' })).toContainText('You won · resignation');
  await expect(running.first().locator('svg')).toBeVisible();
  await expectAccessible(page);
});
