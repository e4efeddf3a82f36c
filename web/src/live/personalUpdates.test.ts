import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followPersonalUpdates } from './personalUpdates';

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
