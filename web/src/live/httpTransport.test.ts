import { afterEach, expect, it, vi } from 'vitest';

import { connect } from '../lib/api/client';
import { fetchGame, sendRequest } from './httpTransport';

const SERVER = 'http://server.test';

afterEach(() => void vi.unstubAllGlobals());

it('puts the parts of a game with very many acts together', async () => {
  const parts: Readonly<Record<string, unknown>> = {
    '/api/v1/games/abc': { seq: 2, acts: [{ seq: 1 }, { seq: 2 }], more: true, runs: undefined },
    '/api/v1/games/abc?after=2': { seq: 3, acts: [{ seq: 3 }], runs: { side: 'white', since: 1 } },
  };
  vi.stubGlobal('fetch', ({ url }: Request) =>
    Promise.resolve(Response.json(parts[url.slice(SERVER.length)])),
  );
  const { game } = await fetchGame('abc', connect(SERVER));
  expect(game).toEqual({
    seq: 3,
    acts: [{ seq: 1 }, { seq: 2 }, { seq: 3 }],
    runs: { side: 'white', since: 1 },
  });
});

it('names a request, so that one that is sent twice counts once', async () => {
  const sent: string[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    sent.push(
      [request.headers.get('Idempotency-Key'), new URL(request.url).pathname, await request.text()].join(' '),
    );
    return Response.json({ seq: 4 });
  });
  const send = (request: Parameters<typeof sendRequest>[0]) => sendRequest(request, connect(SERVER));
  expect(await send({ kind: 'move', id: 'a', game: 'abc', uci: 'e2e4', ply: 0, draw: true })).toBe(4);
  expect(await send({ kind: 'act', id: 'b', game: 'abc', do: 'claimDraw', to: 3 })).toBe(4);
  expect(await send({ kind: 'rematch', id: 'c', game: 'abc' })).toBeUndefined();
  expect(await send({ kind: 'rematch', id: 'd', game: 'abc', rated: true })).toBeUndefined();
  expect(sent).toEqual([
    'a /api/v1/games/abc/moves {"uci":"e2e4","ply":0,"draw":true}',
    'b /api/v1/games/abc/claim-draw {"to":3}',
    'c /api/v1/games/abc/rematch ',
    'd /api/v1/games/abc/rematch {"rated":true}',
  ]);
});
