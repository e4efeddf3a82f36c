import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { notices } from '../../base/notices.svelte';
import { Abort } from './abort.svelte';

const { abortWait } = vi.hoisted(() => ({
  abortWait: vi.fn<(id: string, signal: AbortSignal) => Promise<number | undefined>>(),
}));
vi.mock('../../live/http', () => ({ http: { abortWait } }));
vi.mock('../../base/announce', () => ({ announce: () => undefined }));

const act = vi.fn<(what: string) => Promise<void>>(async () => Promise.resolve());
let moves: string[] = [];

const started = (terms: object = { clock: { baseMs: 60_000 } }): Abort => {
  const live = {
    shared: { game: 'abcdefgh', terms },
    tree: { mainLine: () => moves },
    ended: undefined,
    act,
  };
  return new Abort(live as never);
};
/** Answers no request until its timeout. */
const hang = async (_: string, signal: AbortSignal): Promise<never> =>
  new Promise((_done, failed) => {
    signal.addEventListener('abort', () => failed(new DOMException('', 'AbortError')));
  });

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  moves = [];
});
afterEach(() => {
  vi.useRealTimers();
});

test('an abort without a wait needs one press, and one with a wait needs two', async () => {
  abortWait.mockResolvedValue(undefined);
  await started().press();
  expect(act.mock.calls).toEqual([['abort']]);
  abortWait.mockResolvedValue(600);
  const abort = started();
  await abort.press();
  expect([abort.isArmed, act.mock.calls.length]).toEqual([true, 1]);
  await abort.press();
  expect([abort.isArmed, act.mock.calls.length]).toEqual([false, 2]);
  await abort.press();
  vi.advanceTimersByTime(10_000);
  expect([abort.isArmed, act.mock.calls.length]).toEqual([false, 2]);
});

test('the notice that asks for the second press goes with it, and with the game', async () => {
  abortWait.mockResolvedValue(600);
  const endings = [
    (abort: Abort) => void abort.press(),
    (abort: Abort) => abort.disarm(),
    (abort: Abort) => abort.close(),
  ];
  for (const end of endings) {
    const abort = started();
    await abort.press();
    expect(notices()).toHaveLength(1);
    end(abort);
    expect([abort.isArmed, notices()]).toEqual([false, []]);
  }
});

test('the wait is not requested for a correspondence game', async () => {
  await started({ days: 3 }).press();
  expect([abortWait.mock.calls, act.mock.calls]).toEqual([[], [['abort']]]);
});

test('a request without an answer delays the abort by at most two seconds', async () => {
  abortWait.mockImplementation(hang);
  const abort = started();
  const pressed = abort.press();
  await abort.press();
  expect(abortWait).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1999);
  expect(act).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await pressed;
  expect(act.mock.calls).toEqual([['abort']]);
});

test.each([
  ['after a move', () => void (moves = ['e2e4'])],
  ['after the visitor has left the page', (abort: Abort) => abort.close()],
])('a late answer does not abort the game %s', async (_, change) => {
  for (const wait of [undefined, 600]) {
    moves = [];
    let answer: (wait: number | undefined) => void = () => undefined;
    abortWait.mockImplementation(async () => new Promise((done) => (answer = done)));
    const abort = started();
    const pressed = abort.press();
    change(abort);
    answer(wait);
    await pressed;
    expect([abort.isArmed, act.mock.calls]).toEqual([false, []]);
  }
});
