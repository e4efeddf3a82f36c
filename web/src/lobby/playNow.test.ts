import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../lib/api/client';
import { DEFAULTS } from './choices';
import type { NewSeek } from './http';
import { isLobbyGame } from './ownSeeks.svelte';
import { playNow } from './playNow';

const { post, seeks } = vi.hoisted(() => ({
  post: vi.fn<(seek: NewSeek) => Promise<object>>(),
  seeks: vi.fn<() => Promise<object[]>>(),
}));
vi.mock('./http', async (original) => ({ ...(await original<object>()), http: { post, seeks } }));
vi.mock('../base/catalog.svelte', () => ({ families: () => [], variantOf: () => undefined }));
vi.mock('../live/runningGames.svelte', () => ({}));
vi.mock('../live/session.svelte', () => ({
  identity: () => ({ person: 'ada' }),
  isMember: () => true,
  withSession: async (act: () => Promise<unknown>) => act(),
}));

const mixed = { ...DEFAULTS, variants: ['some'], days: ['3' as const] };
const problem = (status: number, kind: string) =>
  new ApiError({ kind: 'problem', problem: { status, kind, type: '', title: '', detail: '' } as never });

beforeEach(() => {
  post.mockReset();
  seeks.mockReset().mockResolvedValue([]);
});

test('the first game ends the search', async () => {
  post.mockResolvedValue({ game: 'first000', side: 'white' });
  expect(await playNow(mixed)).toEqual({ game: 'first000', seeks: [] });
  expect([post.mock.calls.length, isLobbyGame('first000')]).toEqual([1, true]);
});

test('a player who has to wait for a clock still seeks correspondence games', async () => {
  const wait = problem(409, 'not-now');
  post.mockRejectedValueOnce(wait).mockResolvedValueOnce({ seek: 'slow0000' });
  expect(await playNow(mixed)).toEqual({ seeks: ['slow0000'], refused: wait });
  post.mockRejectedValue(wait);
  await expect(playNow(mixed)).rejects.toBe(wait);
});

test('any other problem ends the search, unless a seek waits', async () => {
  const lost = problem(503, 'storage');
  post.mockRejectedValueOnce(lost);
  await expect(playNow(mixed)).rejects.toBe(lost);
  expect(post).toHaveBeenCalledTimes(1);
  post.mockResolvedValueOnce({ seek: 'live0000' }).mockRejectedValueOnce(lost);
  expect(await playNow(mixed)).toEqual({ seeks: ['live0000'], refused: lost });
});

test('a correspondence seek that already waits is not posted again', async () => {
  const games = [true, false].map((rated) => ({ variant: 'some', terms: { days: 3, rated } }));
  seeks.mockResolvedValue([{ id: 'slow0000', yours: true, games }]);
  post.mockResolvedValueOnce({ seek: 'live0000' });
  expect(await playNow(mixed)).toEqual({ seeks: ['live0000'], isRepeated: true });
  expect(post).toHaveBeenCalledTimes(1);
  const wait = problem(409, 'not-now');
  post.mockRejectedValueOnce(wait);
  expect(await playNow(mixed)).toEqual({ seeks: [], refused: wait, isRepeated: true });
  expect(await playNow({ ...mixed, clocks: [] })).toEqual({ seeks: [], isRepeated: true });
  expect(post).toHaveBeenCalledTimes(2);
});

test('a list that cannot be fetched prevents no seek', async () => {
  seeks.mockRejectedValue(problem(503, 'storage'));
  post.mockResolvedValueOnce({ seek: 'slow0000' });
  expect(await playNow({ ...mixed, clocks: [] })).toEqual({ seeks: ['slow0000'] });
});
