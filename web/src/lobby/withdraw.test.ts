import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../lib/api/client';
import { withdrawSeeks } from './withdraw';

const { withdraw, own } = vi.hoisted(() => ({
  withdraw: vi.fn<(id: string) => Promise<void>>(),
  own: {
    forgetSeek: vi.fn<(id: string) => void>(),
    rememberSeek: vi.fn<(id: string) => void>(),
    refreshOwnSeeks: vi.fn<() => Promise<void>>(),
  },
}));
vi.mock('./http', async (original) => ({ ...(await original<object>()), http: { withdraw } }));
vi.mock('./ownSeeks.svelte', () => own);

const problem = (status: number, kind: string) =>
  new ApiError({ kind: 'problem', problem: { status, kind, type: '', title: '', detail: '' } as never });
const asked = () => withdraw.mock.calls.flat();
const forgotten = () => own.forgetSeek.mock.calls.flat();

beforeEach(() => {
  vi.resetAllMocks();
  withdraw.mockResolvedValue();
});

test('a seek that has ended counts as withdrawn, and the next one is withdrawn', async () => {
  withdraw.mockRejectedValueOnce(problem(410, 'seek-over'));
  expect(await withdrawSeeks(['live', 'slow'])).toEqual({ withdrawn: 2 });
  expect([asked(), forgotten()]).toEqual([
    ['live', 'slow'],
    ['live', 'slow'],
  ]);
});

test('the game of a taken seek is fetched, and the next seek is withdrawn', async () => {
  withdraw.mockRejectedValueOnce(problem(409, 'taken'));
  expect(await withdrawSeeks(['live', 'slow'])).toEqual({ withdrawn: 1 });
  expect([forgotten(), own.rememberSeek.mock.calls.flat()]).toEqual([['slow'], ['live']]);
  expect(own.refreshOwnSeeks).toHaveBeenCalledTimes(1);
});

test('an error leaves its seek, and no other', async () => {
  const lost = problem(503, 'storage');
  withdraw.mockRejectedValueOnce(lost);
  expect(await withdrawSeeks(['live', 'slow'])).toEqual({ withdrawn: 1, failed: lost });
  expect(forgotten()).toEqual(['slow']);
});
