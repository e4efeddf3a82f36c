import { beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from '../lib/api/client';
import type { Seek } from './http';
import {
  followListedSeeks,
  forgetSeek,
  isAnyWaiting,
  isLobbyGame,
  refreshOwnSeeks,
  rememberSeek,
  seekAnswers,
  withoutForgotten,
} from './ownSeeks.svelte';

const { http, games, identity } = vi.hoisted(() => ({
  http: {
    seeks: vi.fn<() => Promise<object[]>>(),
    take: vi.fn<(id: string) => Promise<object>>(),
  },
  games: { game: vi.fn<(id: string) => Promise<object>>() },
  identity: vi.fn<() => { person: string } | undefined>(),
}));
vi.mock('./http', async (original) => ({ ...(await original<object>()), http }));
vi.mock('../live/http', async (original) => ({ ...(await original<object>()), http: games }));
vi.mock('../live/runningGames.svelte', () => ({ refreshRunningGames: async () => Promise.resolve() }));
vi.mock('../live/session.svelte', () => ({ identity }));

const problem = (status: number, kind: string) =>
  new ApiError({ kind: 'problem', problem: { status, kind, type: '', title: '', detail: '' } as never });
const game = (more: object = {}) => ({
  side: 'black',
  seats: { white: { name: 'Bo' }, black: { name: 'Ada' } },
  variant: 'some',
  terms: { clock: { baseMs: 60_000 }, rated: false },
  acts: [],
  ...more,
});
const moved = { side: 'black', fact: { kind: 'moved', ply: 1, uci: 'e7e5' } };

beforeEach(() => {
  for (const { seek } of seekAnswers()) forgetSeek(seek);
  vi.clearAllMocks();
  identity.mockReturnValue({ person: 'ada' });
  http.seeks.mockResolvedValue([]);
  http.take.mockResolvedValue({ game: 'played', side: 'black' });
  games.game.mockResolvedValue(game());
});

test('a seek waits until its game begins, and the game until it has been seen', async () => {
  rememberSeek('first0');
  http.seeks.mockResolvedValue([{ id: 'first0', yours: true }]);
  await refreshOwnSeeks();
  expect([isAnyWaiting(), seekAnswers(), http.take.mock.calls]).toEqual([true, [], []]);
  http.seeks.mockResolvedValue([]);
  await refreshOwnSeeks();
  const begun = {
    seek: 'first0',
    kind: 'begun',
    game: 'played',
    opponent: 'Bo',
    variant: 'some',
    isLive: true,
  };
  expect([isAnyWaiting(), seekAnswers(), isLobbyGame('played')]).toEqual([false, [begun], true]);
  // It is aborted because the visitor does not come.
  games.game.mockResolvedValue(game({ ended: { result: 'none', reason: 'aborted' } }));
  await refreshOwnSeeks();
  expect(seekAnswers()).toEqual([{ ...begun, kind: 'missed' }]);
  expect(http.take).toHaveBeenCalledTimes(1);
  forgetSeek('first0');
  expect([isAnyWaiting(), seekAnswers()]).toEqual([false, []]);
});

test('a seek that is not listed may still wait, or have ended', async () => {
  rememberSeek('silent');
  http.take.mockRejectedValue(problem(409, 'taken'));
  await refreshOwnSeeks();
  expect([isAnyWaiting(), seekAnswers()]).toEqual([true, []]);
  http.take.mockRejectedValue(problem(410, 'seek-over'));
  await refreshOwnSeeks();
  expect(isAnyWaiting()).toBe(false);
});

test('a game that the visitor plays on another device needs no notice', async () => {
  rememberSeek('second');
  games.game.mockResolvedValue(game({ acts: [moved] }));
  await refreshOwnSeeks();
  expect([isAnyWaiting(), seekAnswers()]).toEqual([false, []]);
});

test('no one takes the seek of another person who has played on this device', async () => {
  rememberSeek('adas00');
  identity.mockReturnValue({ person: 'ben' });
  await refreshOwnSeeks();
  expect([isAnyWaiting(), http.take.mock.calls]).toEqual([false, []]);
  identity.mockReturnValue({ person: 'ada' });
  expect(isAnyWaiting()).toBe(true);
  // The cookie is that of another person.
  http.seeks.mockResolvedValue([{ id: 'adas00', fits: true }]);
  await refreshOwnSeeks();
  expect([isAnyWaiting(), http.take.mock.calls]).toEqual([false, []]);
});

/** Returns a listed seek with a clock, or with days. */
const listedSeek = (id: string, more: object = {}): Seek =>
  ({
    id,
    yours: true,
    games: [{ variant: 'some', terms: { clock: { baseMs: 60_000 }, rated: false } }],
    ...more,
  }) as Seek;
const days = { games: [{ variant: 'some', terms: { days: 3, rated: false } }] };

test('a listed seek whose post had no answer is stored, and its game is found', async () => {
  await followListedSeeks([listedSeek('others', { yours: false }), listedSeek('slow00', days)]);
  expect(isAnyWaiting()).toBe(false);
  await followListedSeeks([listedSeek('lost00')]);
  expect([isAnyWaiting(), http.seeks.mock.calls.length]).toEqual([true, 0]);
  await followListedSeeks([]);
  expect(seekAnswers()).toMatchObject([{ seek: 'lost00', kind: 'begun', game: 'played' }]);
  expect(http.take.mock.calls).toEqual([['lost00']]);
});

test('a withdrawn seek stays forgotten when an older list arrives', async () => {
  const list = [listedSeek('gone00'), listedSeek('others', { yours: false })];
  await followListedSeeks(list);
  forgetSeek('gone00');
  expect(withoutForgotten(list).map(({ id }) => id)).toEqual(['others']);
  await followListedSeeks(list);
  await followListedSeeks([]);
  expect([isAnyWaiting(), http.seeks.mock.calls.length]).toEqual([false, 0]);
});
