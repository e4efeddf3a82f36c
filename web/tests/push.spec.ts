//! Tests of push messages in the real service worker. Chromium's push service is out of reach, so the
//! subscription and the messages come from the test.
import type { Page } from '@playwright/test';

import { expect, expectAccessible, open, test, worksOffline } from './fixtures';
import { NoticeStub, NOW } from './noticeStub';
import { answerSubscribe, clickNotification, deliver, shown, worker, type WorkerScope } from './pushMessages';

test.use({ visit: 'first' });

const GAME = 'aB3dE6gH';
const ENDPOINT = 'https://push.example/ada';

let stub: NoticeStub;

test.beforeEach(async ({ page }) => {
  stub = new NoticeStub();
  stub.notices = [];
  await stub.attach(page);
});

const push = (page: Page, message: object | string): Promise<void> =>
  deliver(page, typeof message === 'string' ? message : JSON.stringify(message));

/** Lets pages of a busy machine take longer to answer the service worker, which otherwise assumes their first address. */
const withPatience = (page: Page): Promise<void> =>
  worker(page).evaluate(() => {
    const later = self.setTimeout.bind(self);
    self.setTimeout = ((run: TimerHandler, ms = 0) =>
      later(run, ms < 1000 ? 30_000 : ms)) as typeof self.setTimeout;
  });

const turn = (seq: number, more: object = {}) => ({
  kind: 'turn',
  key: `turn/${GAME}/${String(seq)}`,
  game: GAME,
  seq,
  title: 'Your turn',
  body: `Move ${String(seq)}`,
  url: `/game/${GAME}`,
  at: NOW + seq,
  ...more,
});

test('each move of a game is shown once, and the newest wins', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await open(page, '/about');
  await push(page, turn(5));
  expect(await shown(page)).toEqual([`${GAME}: Your turn, Move 5`]);
  await push(page, turn(7));
  expect(await shown(page)).toEqual([`${GAME}: Your turn, Move 7`]);
  // Late and repeated messages change nothing; that of another game comes on top.
  for (const late of [turn(5), turn(3), turn(7), 'not a message']) await push(page, late);
  await push(page, turn(1, { game: 'bB3dE6gH', key: 'turn/b/1', url: '/game/bB3dE6gH' }));
  const both = ['bB3dE6gH: Your turn, Move 1', `${GAME}: Your turn, Move 7`].sort();
  expect((await shown(page)).sort()).toEqual(both);
  await push(page, turn(7, { key: `time/${GAME}/7`, title: 'Little time', at: NOW + 900 }));
  expect(await shown(page)).toContainEqual(`${GAME}: Little time, Move 7`);
});

test('a message that was closed does not come back when it is delivered again', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  await open(page, '/about');
  await push(page, turn(5));
  expect(await shown(page)).toHaveLength(1);
  expect(await clickNotification(page)).toEqual([`open /game/${GAME}`, '0 left']);
  await push(page, turn(5));
  await push(page, turn(2, { game: 'bB3dE6gH', key: 'turn/b/2', url: '/game/bB3dE6gH' }));
  expect(await shown(page)).toEqual(['bB3dE6gH: Your turn, Move 2']);
});

test('a page on the screen needs no message, and a click leads to the tab that shows it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  stub.notices = [{ key: 'turn/x', kind: 'turn', at: NOW, game: 'xB3dE6gH' }];
  await open(page, '/about');
  await worksOffline(page);
  await withPatience(page);
  await page.getByRole('banner').getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Inbox');
  await push(page, turn(5, { url: '/inbox' }));
  await push(page, turn(1, { key: 'turn/b/1', game: 'bB3dE6gH', url: '/about' }));
  expect(await shown(page)).toEqual(['bB3dE6gH: Your turn, Move 1']);
  expect(await clickNotification(page)).toEqual(['open /about', '0 left']);
  await page.evaluate(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
  await push(page, turn(7, { url: '/inbox' }));
  expect(await shown(page)).toEqual([`${GAME}: Your turn, Move 7`]);
  expect(await clickNotification(page)).toEqual(['focus', '0 left']);
});

test('opening a game closes its message, and reading all closes the others', async ({ page, context }) => {
  await context.grantPermissions(['notifications']);
  const deadline = NOW + 72 * 3_600_000;
  stub.notices = [
    {
      key: `turn/${GAME}/5`,
      kind: 'turn',
      at: NOW,
      game: GAME,
      variant: 'chess',
      opponent: 'Grace',
      deadline,
    },
    {
      key: 'turn/b/5',
      kind: 'turn',
      at: NOW,
      game: 'bB3dE6gH',
      variant: 'chess',
      opponent: 'Emmy',
      deadline,
    },
    { key: 'turn/c/5', kind: 'turn', at: NOW, game: 'cB3dE6gH', variant: 'chess', opponent: 'Max', deadline },
  ];
  await open(page, '/inbox');
  for (const [at, { key, game }] of stub.notices.entries())
    await push(page, turn(at, { key, game, url: `/game/${game ?? ''}` }));
  expect(await shown(page)).toHaveLength(3);
  await page.getByRole('main').getByRole('listitem').first().getByRole('link').click();
  await page.waitForURL(`**/game/${GAME}`);
  await expect.poll(async () => (await shown(page)).join()).not.toContain(GAME);
  expect(await shown(page)).toHaveLength(2);
  await page.goBack();
  await page.getByRole('button', { name: 'Mark all as read' }).click();
  await expect.poll(() => shown(page)).toEqual([]);
});

test('a device is switched on by a press, and a changed subscription is sent again', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await answerSubscribe(context, () => ({ endpoint: ENDPOINT, keys: { p256dh: 'public', auth: 'secret' } }));
  await open(page, '/inbox');
  await worksOffline(page);
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  stub.settings['push'] = { key: 'BPk' };
  stub.settings['devices'] = [{ id: 'd1', agent: 'Chrome/140 Linux', current: true }];
  await dialog.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(dialog).toContainText('This device gets notifications even while the app is closed.');
  await expect(dialog.getByRole('list', { name: 'Devices that get notifications' })).toContainText(
    'this device',
  );
  expect(stub.changes).toContain(
    `POST notices/devices ${JSON.stringify({ endpoint: ENDPOINT, keys: { p256dh: 'public', auth: 'secret' } })}`,
  );
  await expectAccessible(page);
  const sent = await worker(page).evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const event = new scope.ExtendableEvent('pushsubscriptionchange');
    let ended: Promise<unknown> = Promise.resolve();
    Object.defineProperties(event, {
      waitUntil: { value: (work: Promise<unknown>) => (ended = work) },
      oldSubscription: { value: null },
      newSubscription: { value: { toJSON: () => ({ endpoint: 'https://push.example/new' }) } },
    });
    const requests: string[] = [];
    scope.fetch = (url, { method, body }) => {
      requests.push(`${method} ${url} ${body}`);
      return Promise.resolve(new Response());
    };
    scope.dispatchEvent(event);
    await ended;
    return requests;
  });
  expect(sent).toEqual(['POST /api/v1/notices/devices {"endpoint":"https://push.example/new"}']);
});

test('a push service out of reach and a sixth device are refused in plain words', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['notifications']);
  await open(page, '/inbox');
  await worksOffline(page);
  await page.getByRole('button', { name: 'Notification settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await expect(dialog.getByRole('button', { name: 'Turn on for this device' })).toBeVisible();
  stub.settings['devices'] = [1, 2, 3, 4, 5].map((number) => ({ id: `d${String(number)}`, agent: '' }));
  await dialog.getByRole('button', { name: 'Turn on for this device' }).click();
  await expect(dialog.getByRole('alert')).toHaveText(
    'The browser could not reach its push service. Try again later.',
  );
  expect(stub.changes.join()).not.toContain('devices');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Notification settings' }).click();
  await expect(dialog).toContainText('Five devices, the maximum, already get notifications.');
});

const OBSTACLES = {
  plain: 'Notifications on devices need a secure connection (https)',
  denied: 'Your browser blocks notifications from this site.',
  install: 'On an iPhone or iPad, install Faraday first',
} as const;
for (const [obstacle, text] of Object.entries(OBSTACLES))
  test(`push that is not possible (${obstacle}) says why, and what to do`, async ({ page }) => {
    if (obstacle === 'plain') delete stub.settings['push'];
    await page.addInitScript((why) => {
      if (why === 'denied') Object.defineProperty(Notification, 'permission', { value: 'denied' });
      if (why !== 'install') return;
      Reflect.deleteProperty(window, 'PushManager');
      Object.defineProperty(navigator, 'userAgent', { value: 'Mozilla/5.0 (iPhone) Safari/604.1' });
    }, obstacle);
    await open(page, '/inbox');
    await worksOffline(page);
    await page.getByRole('button', { name: 'Notification settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Settings' });
    await expect(dialog).toContainText(text);
    await expect(dialog).toContainText('You can get them by email instead: see below.');
    await expect(dialog.getByRole('button', { name: 'Turn on for this device' })).toHaveCount(0);
    await expectAccessible(page);
  });
