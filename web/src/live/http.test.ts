//! Tests of the HTTP client against a server that answers, one that refuses, and one that is not Faraday.
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { connect } from '../lib/api/client';
import { callGames, statusOf } from './http';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<ReturnType<typeof callGames>> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return callGames(connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function sentence(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const part of request) body += String(part);
  return `${request.method ?? ''} ${request.url ?? ''} ${body}`.trim();
}

const problem = (status: number, kind = 'over'): string =>
  JSON.stringify({ kind, detail: 'it is over', title: 'Over', status, type: '/x' });

test('requests say what is wanted', async () => {
  const heard: string[] = [];
  const games = await serve((request, response) => {
    void sentence(request).then((said) => {
      heard.push(said);
      response.end('{}');
    });
  });
  await games.beGuest();
  await games.beGuest('Ada');
  await games.accept('aB3dE6gH');
  await games.withdraw('aB3dE6gH');
  await games.myGames({ state: 'ended', before: '7-aB3dE6gH', limit: 2 });
  await games.keepPlan('aB3dE6gH', { after: 3, branches: [{ expected: 'e7e5', answer: 'g1f3' }] });
  await games.keepPlan('aB3dE6gH', { after: 3, branches: [] });
  expect(heard).toEqual([
    'POST /api/v1/session/guest {}',
    'POST /api/v1/session/guest {"name":"Ada"}',
    'POST /api/v1/challenges/aB3dE6gH/accept',
    'DELETE /api/v1/challenges/aB3dE6gH',
    'GET /api/v1/games?state=ended&before=7-aB3dE6gH&limit=2',
    'PUT /api/v1/games/aB3dE6gH/plan {"after":3,"branches":[{"expected":"e7e5","answer":"g1f3"}]}',
    'DELETE /api/v1/games/aB3dE6gH/plan',
  ]);
});

test('an acceptance is sent again while the database is busy', async () => {
  let count = 0;
  const games = await serve((_, response) => {
    count += 1;
    if (count === 1) response.writeHead(503).end(problem(503, 'storage'));
    else response.end('{"game":"bB3dE6gH","side":"white"}');
  });
  expect(await games.accept('aB3dE6gH')).toMatchObject({ game: 'bB3dE6gH' });
});

test('a refusal has its sentence and its status', async () => {
  const games = await serve((_, response) => {
    response.writeHead(410).end(problem(410));
  });
  const refused = await games.accept('aB3dE6gH').catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: 'it is over' });
  expect(statusOf(refused)).toBe(410);
});

test('a game without a plan has none', async () => {
  const games = await serve((_, response) => {
    response.writeHead(404).end(problem(404));
  });
  expect(await games.plan('aB3dE6gH')).toBeUndefined();
});

test('a server that is not there has no status, and what is not Faraday is strange', async () => {
  const gone = await callGames(connect('http://127.0.0.1:9'))
    .session()
    .catch((error: unknown) => error);
  expect(gone).toMatchObject({ failure: { kind: 'gone' } });
  expect(statusOf(gone)).toBeUndefined();
  const games = await serve((_, response) => response.end('<h1>Welcome</h1>'));
  await expect(games.session()).rejects.toMatchObject({ failure: { kind: 'strange', status: 200 } });
});
