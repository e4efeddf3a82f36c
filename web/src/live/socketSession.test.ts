import { beforeEach, expect, test, vi } from 'vitest';

import { followSocketSession } from './socketSession';

interface Person {
  readonly person: string;
}
const { identity, checkSession } = vi.hoisted(() => ({
  identity: vi.fn<() => Person | undefined>(),
  checkSession: vi.fn<() => Promise<void>>(),
}));
vi.mock('./session.svelte', () => ({ identity, checkSession }));

const guest = { person: 'guest' };
let connection: Parameters<typeof followSocketSession>[0];
/** Sends a welcome to a person. Returns the number of new connections since the start. */
async function welcome(you: Person | undefined): Promise<number> {
  connection.you = you as never;
  connection.onwelcome();
  await vi.waitFor(() => Promise.resolve());
  return vi.mocked(connection.renew).mock.calls.length;
}

beforeEach(() => {
  vi.clearAllMocks();
  checkSession.mockResolvedValue();
  identity.mockReturnValue(guest);
  connection = { you: undefined, state: 'open', renew: vi.fn(), onwelcome: () => undefined };
  followSocketSession(connection);
});

test('a socket that was being opened when the session began is replaced', async () => {
  expect(await welcome(undefined)).toBe(1);
  expect(await welcome(guest)).toBe(1);
  expect(checkSession).toHaveBeenCalledTimes(1);
  expect(await welcome(undefined)).toBe(2);
});

test('a socket of the person of the cookie is kept if the stored session is old', async () => {
  identity.mockReturnValue({ person: 'old' });
  checkSession.mockImplementation(async () => {
    identity.mockReturnValue(guest);
    return Promise.resolve();
  });
  expect(await welcome(guest)).toBe(0);
  expect(checkSession).toHaveBeenCalledTimes(1);
});

test('a server that never recognizes the visitor causes one new connection only', async () => {
  checkSession.mockRejectedValue(new Error('gone'));
  for (let at = 0; at < 3; at += 1) expect(await welcome(undefined)).toBe(1);
});
