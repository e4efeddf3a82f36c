import { afterEach, expect, test, vi } from 'vitest';

import type { Variant } from '../lib/rules';
import type { Connection } from '../live/connection';
import type { GameUpdate } from '../live/frames';
import type { LiveGame } from '../live/game.svelte';
import { followPreview } from './preview';

type Watch = Connection['watch'];
const { watch, unwatch, open, taken } = vi.hoisted(() => ({
  watch: vi.fn<Watch>(),
  unwatch: vi.fn(),
  open: vi.fn(),
  taken: vi.fn<(update: GameUpdate) => void>(),
}));
vi.mock('../live/live.svelte', () => ({ connection: () => ({ watch }) }));
vi.mock('../live/game.svelte', () => ({
  LiveGame: class {
    take = taken;
    constructor() {
      open();
    }
  },
}));

let live: LiveGame | undefined;
const onbroken = vi.fn();
const onconnect = vi.fn();
const follow = (): (() => void) =>
  followPreview({
    game: 'abcdefgh',
    variant: {} as Variant,
    live: () => live,
    onopen: (opened) => (live = opened),
    onconnect,
    onbroken,
  });
const whole = { kind: 'game', game: 'abcdefgh', seq: 0, acts: [] } as unknown as GameUpdate;
const act = { kind: 'act', game: 'abcdefgh', seq: 1 } as GameUpdate;
const send = (update: GameUpdate): void => watch.mock.lastCall?.[1](update);

afterEach(() => {
  vi.resetAllMocks();
  live = undefined;
});

test('a board follows its game until it is stopped', async () => {
  watch.mockReturnValue(unwatch);
  const stop = follow();
  await vi.dynamicImportSettled();
  expect([onconnect.mock.calls.length, watch.mock.lastCall?.[2]]).toEqual([1, 'preview']);
  // An act before the whole game cannot be shown.
  send(act);
  expect(live).toBeUndefined();
  send(whole);
  send(act);
  expect([live !== undefined, taken.mock.calls]).toEqual([true, [[act]]]);
  stop();
  expect([unwatch.mock.calls.length, onbroken.mock.calls.length]).toEqual([1, 0]);
});

test.each([
  ['a game', open],
  ['a move', taken],
])('%s that the rules reject ends the subscription without an error', async (_, rejects) => {
  watch.mockReturnValue(unwatch);
  rejects.mockImplementation(() => {
    throw new Error('unknown rules');
  });
  follow();
  await vi.dynamicImportSettled();
  for (const update of [whole, act, act]) send(update);
  expect([onbroken.mock.calls.length, unwatch.mock.calls.length]).toEqual([1, 1]);
});

test('a connection that is unavailable is no error', async () => {
  watch.mockImplementation(() => {
    throw new Error('unavailable');
  });
  follow();
  await vi.dynamicImportSettled();
  expect(onbroken).toHaveBeenCalledTimes(1);
});
