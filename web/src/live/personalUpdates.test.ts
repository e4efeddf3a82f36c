import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followPersonalUpdates } from './personalUpdates';

const network = vi.hoisted(() => ({ online: true, state: 'open' }));
vi.mock('../base/online.svelte', () => ({ online: () => network.online }));
vi.mock('./session.svelte', () => ({ identity: () => ({ person: 'ada' }) }));
vi.mock('./live.svelte', () => ({
  connection: () => ({ you: { person: 'ada' }, listen: () => () => undefined }),
  connectionState: () => network.state,
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(network, { online: true, state: 'open' });
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

test('without a network and a connection, nothing is requested', async () => {
  Object.assign(network, { online: false, state: 'lost' });
  const check = vi.fn();
  const stop = followPersonalUpdates({ check, isRelevant: () => true, pollMs: 1000, isAlwaysPolled: true });
  await vi.dynamicImportSettled();
  vi.advanceTimersByTime(3500);
  expect(check).not.toHaveBeenCalled();
  // A server on this machine can be reached without a network.
  network.state = 'polling';
  vi.advanceTimersByTime(1000);
  expect(check).toHaveBeenCalledTimes(1);
  Object.assign(network, { online: true, state: 'lost' });
  vi.advanceTimersByTime(1000);
  expect(check).toHaveBeenCalledTimes(2);
  stop();
});
