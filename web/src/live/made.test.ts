import { beforeEach, expect, test, vi } from 'vitest';

import type { Challenge, SharedGame } from './http';
import {
  answers,
  forgetAnswer,
  forgetMade,
  isAnyOpen,
  isMade,
  lookAfterMade,
  openChallenges,
  rememberMade,
} from './made.svelte';

const { http, hearOfGames } = vi.hoisted(() => ({
  http: {
    challenge: vi.fn<(id: string) => Promise<unknown>>(),
    game: vi.fn<(id: string) => Promise<unknown>>(),
  },
  hearOfGames: vi.fn(async () => Promise.resolve()),
}));
vi.mock('./http', async (original) => ({ ...(await original<object>()), http }));
vi.mock('./own.svelte', () => ({ hearOfGames }));

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
  hearOfGames.mockClear();
});

test('a challenge waits until it is answered, and the answer until it has been seen', async () => {
  rememberMade('one0');
  await lookAfterMade();
  expect([openChallenges().map(({ id }) => id), answers(), isAnyOpen()]).toEqual([['one0'], [], true]);
  const accepted = challenge('one0', { state: 'accepted', game: 'played' });
  http.challenge.mockResolvedValue(accepted);
  await lookAfterMade();
  expect(openChallenges()).toEqual([]);
  expect(answers()).toEqual([{ kind: 'begun', challenge: accepted, game: 'played', opponent: 'Bo' }]);
  expect(isAnyOpen()).toBe(false);
  await lookAfterMade();
  expect([answers().length, hearOfGames.mock.calls]).toEqual([1, [['now']]]);
  forgetMade('one0');
  expect([answers(), isMade('one0')]).toEqual([[], false]);
});

test('a game in which the maker has moved is no news', async () => {
  rememberMade('one1');
  http.challenge.mockResolvedValue(challenge('one1', { state: 'accepted', game: 'played' }));
  http.game.mockResolvedValue(game({ acts: [moved('white'), moved('black')] }));
  await lookAfterMade();
  expect([answers(), isMade('one1')]).toEqual([[], false]);
});

test('a game that has ended without the maker is not one that is on', async () => {
  const aborted = { result: 'none', reason: 'aborted' } as const;
  const closed = (side: 'white' | 'black', at: number) =>
    ({ side, at, fact: { kind: 'closed' }, ended: aborted }) as unknown as SharedGame['acts'][number];
  http.challenge.mockResolvedValue(challenge('one4', { state: 'accepted', game: 'played' }));
  rememberMade('one4');
  await lookAfterMade();
  expect(answers().map(({ kind }) => kind)).toEqual(['begun']);
  http.game.mockResolvedValue(game({ startedAt: 0, ended: aborted, acts: [closed('black', 30_000)] }));
  await lookAfterMade();
  expect(answers().map(({ kind }) => kind)).toEqual(['missed']);
  forgetMade('one4');
  // Aborted by the challenger on another device.
  rememberMade('one5');
  http.game.mockResolvedValue(game({ startedAt: 0, ended: aborted, acts: [closed('black', 9000)] }));
  await lookAfterMade();
  expect([answers(), isMade('one5')]).toEqual([[], false]);
});

test('a link that works again is told of once, and stays', async () => {
  const again = challenge('one6', { abortedGame: 'aborted' });
  http.challenge.mockResolvedValue(again);
  http.game.mockResolvedValue(game({ startedAt: 0, ended: { result: 'none', reason: 'aborted' }, acts: [] }));
  rememberMade('one6');
  await lookAfterMade();
  const [answer] = answers();
  expect([answer?.kind, openChallenges(), isAnyOpen()]).toEqual(['missed', [again], true]);
  if (answer) forgetAnswer(answer);
  expect([answers(), isMade('one6')]).toEqual([[], true]);
  await lookAfterMade();
  expect([answers(), openChallenges()]).toEqual([[], [again]]);
  forgetMade('one6');
});

test('what is somebody else’s or over is forgotten, and what cannot be told is not', async () => {
  rememberMade('one2');
  rememberMade('two2');
  await lookAfterMade();
  http.challenge.mockImplementation(async (id) =>
    id === 'one2' ? Promise.resolve(challenge(id, { yours: false })) : Promise.reject(new Error('offline')),
  );
  await lookAfterMade();
  expect([isMade('one2'), openChallenges().map(({ id }) => id)]).toEqual([false, ['two2']]);
  http.challenge.mockResolvedValue(challenge('two2', { state: 'declined' }));
  await lookAfterMade();
  expect(answers().map(({ kind }) => kind)).toEqual(['declined']);
  forgetMade('two2');
});

test('an answer that comes late does not undo a later one', async () => {
  rememberMade('one3');
  let late: (found: unknown) => void = () => undefined;
  http.challenge.mockReturnValueOnce(new Promise((done) => (late = done)));
  const first = lookAfterMade();
  http.challenge.mockResolvedValue(challenge('one3', { state: 'declined' }));
  await lookAfterMade();
  late(challenge('one3'));
  await first;
  expect(answers().map(({ kind }) => kind)).toEqual(['declined']);
});
