import { beforeEach, expect, test, vi } from 'vitest';

import type { Challenge, SharedGame } from './http';
import {
  answers,
  forgetAnswer,
  forgetChallenge,
  isAnyOpen,
  isOwnChallenge,
  refreshOwnChallenges,
  openChallenges,
  rememberChallenge,
} from './ownChallenges.svelte';

const { http, refreshRunningGames } = vi.hoisted(() => ({
  http: {
    challenge: vi.fn<(id: string) => Promise<unknown>>(),
    game: vi.fn<(id: string) => Promise<unknown>>(),
  },
  refreshRunningGames: vi.fn(async () => Promise.resolve()),
}));
vi.mock('./http', async (original) => ({ ...(await original<object>()), http }));
vi.mock('./runningGames.svelte', () => ({ refreshRunningGames }));

const challenge = (id: string, more: Partial<Challenge> = {}): Partial<Challenge> => ({
  id,
  variant: 'some',
  yours: true,
  state: 'open',
  ...more,
});
const game = (more: Partial<SharedGame> = {}): Partial<SharedGame> => ({
  side: 'black',
  seats: { white: { name: 'Bo' }, black: { name: 'Ada' } },
  acts: [],
  ...more,
});
const moved = (side: 'white' | 'black') =>
  ({ side, fact: { kind: 'moved', ply: 0, uci: 'e2e4' } }) as SharedGame['acts'][number];

beforeEach(() => {
  http.challenge.mockImplementation(async (id) => Promise.resolve(challenge(id)));
  http.game.mockImplementation(async () => Promise.resolve(game()));
  refreshRunningGames.mockClear();
});

test('a challenge waits until it is answered, and the answer until it has been seen', async () => {
  rememberChallenge('one0');
  await refreshOwnChallenges();
  expect([openChallenges().map(({ id }) => id), answers(), isAnyOpen()]).toEqual([['one0'], [], true]);
  const accepted = challenge('one0', { state: 'accepted', game: 'played' });
  http.challenge.mockResolvedValue(accepted);
  await refreshOwnChallenges();
  expect(openChallenges()).toEqual([]);
  expect(answers()).toEqual([{ kind: 'begun', challenge: accepted, game: 'played', opponent: 'Bo' }]);
  expect(isAnyOpen()).toBe(false);
  await refreshOwnChallenges();
  expect([answers().length, refreshRunningGames.mock.calls]).toEqual([1, [['now']]]);
  forgetChallenge('one0');
  expect([answers(), isOwnChallenge('one0')]).toEqual([[], false]);
});

test('a game in which the maker has moved is no news', async () => {
  rememberChallenge('one1');
  http.challenge.mockResolvedValue(challenge('one1', { state: 'accepted', game: 'played' }));
  http.game.mockResolvedValue(game({ acts: [moved('white'), moved('black')] }));
  await refreshOwnChallenges();
  expect([answers(), isOwnChallenge('one1')]).toEqual([[], false]);
});

test('a game that has ended without the maker is not one that is on', async () => {
  const aborted = { result: 'none', reason: 'aborted' } as const;
  const closed = (side: 'white' | 'black', at: number) =>
    ({ side, at, fact: { kind: 'closed' }, ended: aborted }) as unknown as SharedGame['acts'][number];
  http.challenge.mockResolvedValue(challenge('one4', { state: 'accepted', game: 'played' }));
  rememberChallenge('one4');
  await refreshOwnChallenges();
  expect(answers().map(({ kind }) => kind)).toEqual(['begun']);
  http.game.mockResolvedValue(game({ startedAt: 0, ended: aborted, acts: [closed('black', 30_000)] }));
  await refreshOwnChallenges();
  expect(answers().map(({ kind }) => kind)).toEqual(['missed']);
  forgetChallenge('one4');
  // Aborted by the challenger on another device.
  rememberChallenge('one5');
  http.game.mockResolvedValue(game({ startedAt: 0, ended: aborted, acts: [closed('black', 9000)] }));
  await refreshOwnChallenges();
  expect([answers(), isOwnChallenge('one5')]).toEqual([[], false]);
});

test('a link that works again is told of once, and stays', async () => {
  const again = challenge('one6', { abortedGame: 'aborted' });
  http.challenge.mockResolvedValue(again);
  http.game.mockResolvedValue(game({ startedAt: 0, ended: { result: 'none', reason: 'aborted' }, acts: [] }));
  rememberChallenge('one6');
  await refreshOwnChallenges();
  const [answer] = answers();
  expect([answer?.kind, openChallenges(), isAnyOpen()]).toEqual(['missed', [again], true]);
  if (answer) forgetAnswer(answer);
  expect([answers(), isOwnChallenge('one6')]).toEqual([[], true]);
  await refreshOwnChallenges();
  expect([answers(), openChallenges()]).toEqual([[], [again]]);
  forgetChallenge('one6');
});

test('what is somebody else’s or over is forgotten, and what cannot be told is not', async () => {
  rememberChallenge('one2');
  rememberChallenge('two2');
  await refreshOwnChallenges();
  http.challenge.mockImplementation(async (id) =>
    id === 'one2' ? Promise.resolve(challenge(id, { yours: false })) : Promise.reject(new Error('offline')),
  );
  await refreshOwnChallenges();
  expect([isOwnChallenge('one2'), openChallenges().map(({ id }) => id)]).toEqual([false, ['two2']]);
  http.challenge.mockResolvedValue(challenge('two2', { state: 'declined' }));
  await refreshOwnChallenges();
  expect(answers().map(({ kind }) => kind)).toEqual(['declined']);
  forgetChallenge('two2');
});

test('an answer that comes late does not undo a later one', async () => {
  rememberChallenge('one3');
  let late: (found: unknown) => void = () => undefined;
  http.challenge.mockReturnValueOnce(new Promise((done) => (late = done)));
  const first = refreshOwnChallenges();
  http.challenge.mockResolvedValue(challenge('one3', { state: 'declined' }));
  await refreshOwnChallenges();
  late(challenge('one3'));
  await first;
  expect(answers().map(({ kind }) => kind)).toEqual(['declined']);
});
