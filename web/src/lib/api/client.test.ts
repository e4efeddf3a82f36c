//! Tests of the client against servers that answer, refuse, and disconnect.
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';

import { analyze, answerOf, ApiError, connect, type AnalysisStep, type Failure } from './client';
import { dataOfEvents } from './events';

const servers: Server[] = [];

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

const event = (data: unknown): string => `event: x\ndata: ${JSON.stringify(data)}\n\n`;
const waiting = { kind: 'waiting', before: 2 };
const answer = { kind: 'answer', answer: { best: 'e2e4', nodes: 7, depth: 1 } };
const problem = { kind: 'queue-full', detail: 'too many wait', title: 'Busy', status: 503, type: '/x' };
const request = { variant: 'x' };

async function run(
  url: string,
  abort = new AbortController(),
): Promise<{ steps: AnalysisStep[]; failure?: Failure }> {
  const steps: AnalysisStep[] = [];
  try {
    for await (const step of analyze(connect(url), request, abort.signal)) steps.push(step);
    return { steps };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { steps, failure: error.failure };
  }
}

test('steps are told until the answer, however they are cut into packets', async () => {
  const said = `: keep-alive\n\n${event(waiting)}${event(answer)}${event(waiting)}`;
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const letter of said) response.write(letter);
    response.end();
  });
  expect(await run(url)).toEqual({ steps: [waiting, answer] });
});

test('a server that goes away in the middle is gone, and so is one that was never there', async () => {
  const broken = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(event(waiting), () => response.destroy());
  });
  expect(await run(broken)).toEqual({ steps: [waiting], failure: { kind: 'gone' } });
  const ended = await serve((_, response) => response.end(event(waiting)));
  expect(await run(ended)).toEqual({ steps: [waiting], failure: { kind: 'gone' } });
  expect(await run('http://127.0.0.1:9')).toEqual({ steps: [], failure: { kind: 'gone' } });
});

test('a refusal says what is wrong, before an analysis and in it', async () => {
  const refuses = await serve((_, response) => {
    response.writeHead(503, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem));
  });
  expect(await run(refuses)).toEqual({ steps: [], failure: { kind: 'problem', problem } });
  await expect(connect(refuses).GET('/api/v1/catalog')).rejects.toThrow('too many wait');
  const fails = await serve((_, response) =>
    response.end(event(waiting) + event({ kind: 'failed', problem })),
  );
  expect(await run(fails)).toEqual({ steps: [waiting], failure: { kind: 'problem', problem } });
});

test('what is not Faraday is strange', async () => {
  const url = await serve((_, response) => response.writeHead(502).end('<h1>Bad Gateway</h1>'));
  expect(await run(url)).toEqual({ steps: [], failure: { kind: 'strange', status: 502 } });
});

test('an answer may have no body, but not another one than expected', async () => {
  const id = { params: { path: { id: 'd1' } } };
  for (const status of [202, 204]) {
    const empty = connect(await serve((_, response) => response.writeHead(status).end()));
    expect((await empty.POST('/api/v1/notices/devices/{id}/test', id)).response.status).toBe(status);
    await expect(answerOf(empty.GET('/api/v1/catalog'))).rejects.toMatchObject({
      failure: { kind: 'strange', status },
    });
  }
  const page = connect(await serve((_, response) => response.end('<h1>Sign in to the network</h1>')));
  await expect(page.POST('/api/v1/notices/devices/{id}/test', id)).rejects.toMatchObject({
    failure: { kind: 'strange', status: 200 },
  });
});

test('an abort ends the steps and the connection', async () => {
  const abort = new AbortController();
  let closed: (() => void) | undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.on('close', () => closed?.());
    response.write(event(waiting), () => {
      abort.abort();
    });
  });
  expect((await run(url, abort)).failure).toBeUndefined();
  await isClosed;
});

test('who stops listening closes the connection', async () => {
  let closed: (() => void) | undefined;
  const isClosed = new Promise<void>((resolve) => (closed = resolve));
  const url = await serve((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.on('close', () => closed?.());
    response.write(event(waiting));
  });
  for await (const step of analyze(connect(url), request, new AbortController().signal)) {
    expect(step).toEqual(waiting);
    break;
  }
  await isClosed;
});

test('a stream that falls silent is given up', async () => {
  const silent = new ReadableStream<Uint8Array>();
  await expect(dataOfEvents(silent, 20).next()).rejects.toThrow('silent');
});
