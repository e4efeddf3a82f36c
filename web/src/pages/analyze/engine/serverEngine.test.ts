import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';

import { connect } from '../../../lib/api/client';
import { EngineFailure } from '../../../lib/engine';
import { searchOnServer } from './serverEngine';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const reach = { depth: 60, nodes: 1e9, moveTimeMs: 60_000, lines: 1 };
const early = { best: 'e2e4', nodes: 7, depth: 1 };

/** Starts a server that sends these answers one after the other and then disconnects. */
async function serving(...answers: object[]): Promise<string> {
  const left = [...answers];
  server = createServer((_, response) => {
    const answer = left.shift();
    if (!answer) {
      response.destroy();
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const events = [
      { kind: 'started', reach },
      { kind: 'answer', answer },
    ];
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
  const listening = server;
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(listening.address() as AddressInfo).port}`;
}

async function search(url: string) {
  const callbacks = { onReport: () => undefined, onWaiting: () => undefined };
  return searchOnServer(
    { variant: 'any', moves: [] },
    {},
    callbacks,
    new AbortController().signal,
    connect(url),
  );
}

it('an answer before any limit is reached is no end: a server that is shut down has gone', async () => {
  const failure: unknown = await search(await serving(early)).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EngineFailure);
  expect((failure as EngineFailure).reason).toBe('unavailable');
});

it('the server that takes its place goes on', async () => {
  const deep = { ...early, depth: 60 };
  expect(await search(await serving(early, deep))).toEqual(deep);
});

it('an answer at a limit, and a mate, are the end', async () => {
  for (const answer of [
    { ...early, depth: 60 },
    { ...early, nodes: 1e9 },
    { ...early, score: { kind: 'mate', value: 3 } },
  ])
    expect(await search(await serving(answer))).toEqual(answer);
});
