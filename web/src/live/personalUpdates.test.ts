import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followPersonalUpdates } from './personalUpdates';

const network = vi.hoisted(() => ({ online: true }));
vi.mock('../base/online.svelte', () => ({ online: () => network.online }));
vi.mock('./session.svelte', () => ({ identity: () => ({ person: 'ada' }) }));
vi.mock('./live.svelte', () => ({
  connection: () => ({ you: { person: 'ada' }, listen: () => () => undefined }),
  connectionState: () => 'open',
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  network.online = true;
});

test.each([
  { isAlwaysPolled: false, checks: 0 },
  { isAlwaysPolled: true, checks: 3 },
])('with a connection, polling is optional: $isAlwaysPolled', async ({ isAlwaysPolled, checks }) => {
  const check = vi.fn();
  const stop = followPersonalUpdates({ check, isRelevant: () => true, pollMs: 1000, isAlwaysPolled });
  // The connection is open now.
  await vi.dynamicImportSettled();
  expect(check).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(3500);
  expect(check).toHaveBeenCalledTimes(1 + checks);
  stop();
  vi.advanceTimersByTime(3500);
  expect(check).toHaveBeenCalledTimes(1 + checks);
});

test('without a network, nothing is requested', async () => {
  network.online = false;
  const check = vi.fn();
  const stop = followPersonalUpdates({ check, isRelevant: () => true, pollMs: 1000, isAlwaysPolled: true });
  await vi.dynamicImportSettled();
  vi.advanceTimersByTime(3500);
  expect(check).not.toHaveBeenCalled();
  network.online = true;
  vi.advanceTimersByTime(1000);
  expect(check).toHaveBeenCalledTimes(1);
  stop();
});
