import { afterEach, expect, it, vi } from 'vitest';

import { fetchGame } from './byHttp';

afterEach(() => void vi.unstubAllGlobals());

it('puts the parts of a game with very many acts together', async () => {
  const parts: Readonly<Record<string, unknown>> = {
    '/api/v1/games/abc': { seq: 2, acts: [{ seq: 1 }, { seq: 2 }], more: true, runs: undefined },
    '/api/v1/games/abc?after=2': { seq: 3, acts: [{ seq: 3 }], runs: { side: 'white', since: 1 } },
  };
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(Response.json(parts[url])));
  const { game } = await fetchGame('abc');
  expect(game).toEqual({
    seq: 3,
    acts: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    runs: { side: 'white', since: 1 },
  });
});
