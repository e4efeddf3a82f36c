import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followWait } from './wait';

const { lobby } = vi.hoisted(() => ({ lobby: vi.fn<() => Promise<object>>() }));
vi.mock('./http', () => ({ http: { lobby } }));

const onwait = vi.fn<(seconds: number) => void>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the wait is reported until it is over', async () => {
  lobby.mockResolvedValue({ seeks: [], wait: 25 });
  followWait(onwait);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onwait.mock.calls.flat()).toEqual([25, 15, 5, 0]);
});

test('there is no wait if the server names none, or does not answer', async () => {
  lobby.mockResolvedValueOnce({ seeks: [] }).mockRejectedValueOnce(new Error('gone'));
  followWait(onwait);
  followWait(onwait);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onwait.mock.calls.flat()).toEqual([0, 0]);
});

test('nothing is reported after the end', async () => {
  lobby.mockResolvedValue({ seeks: [], wait: 25 });
  followWait(onwait)();
  const stop = followWait(onwait);
  await vi.advanceTimersByTimeAsync(1000);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(onwait.mock.calls.flat()).toEqual([25]);
});
