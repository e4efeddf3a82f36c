import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { EngineClient, EngineFailure, type Port } from './engine';
import type { SearchResult, Report, Review } from './rules';
import type { Build, Command, Message } from './worker/protocol';

const POSITION = { variant: 'any', moves: [] };
const ANSWER: SearchResult = { best: 'e2e4', nodes: 1, depth: 1 };
const report = (depth: number) => ({ depth }) as Report;
const THREADS: Build = { kind: 'threads', threads: 4 };
const SINGLE: Build = { kind: 'single', threads: 1 };

/** A worker that sends the messages that the test chooses. */
class FakeWorker implements Port {
  onmessage: Port['onmessage'] = null;
  onerror: Port['onerror'] = null;
  onmessageerror: Port['onmessageerror'] = null;
  readonly received: Command[] = [];
  readonly memory = new SharedArrayBuffer(8);
  terminated = false;

  postMessage(command: Command): void {
    this.received.push(command);
  }
  terminate(): void {
    this.terminated = true;
  }
  say(message: Message): void {
    this.onmessage?.({ data: message } as MessageEvent<Message>);
  }
  crash(message: string): void {
    this.onerror?.({ message, preventDefault: () => undefined } as ErrorEvent);
  }
  get orders(): number[] {
    return this.received.flatMap((command) => (command.kind === 'forget' ? [] : [command.id]));
  }
  /** Starts the request that was received last. */
  begin(): number {
    const id = this.orders.at(-1) ?? 0;
    this.say({ kind: 'started', id, flag: { memory: this.memory, address: 5 } });
    return id;
  }
  get isStopped(): boolean {
    return new Uint8Array(this.memory)[5] === 1;
  }
}

let workers: FakeWorker[];
let retries: number;
let missingNetworks: string[];
let client: EngineClient;
const worker = (): FakeWorker => {
  const last = workers.at(-1);
  if (!last) throw new Error('no worker was started');
  return last;
};

beforeEach(() => {
  vi.useFakeTimers();
  workers = [];
  retries = 0;
  missingNetworks = [];
  client = new EngineClient({
    onRetry: () => (retries += 1),
    onMissingNetwork: (reason) => missingNetworks.push(reason),
    start: () => {
      workers.push(new FakeWorker());
      return worker();
    },
  });
});
afterEach(() => void vi.useRealTimers());

/** Exposes the state of a search's promise. */
function outcome(search: Promise<SearchResult>): { now: SearchResult | string | undefined } {
  const seen: { now: SearchResult | string | undefined } = { now: undefined };
  search.then(
    (answer) => (seen.now = answer),
    (error: unknown) => (seen.now = error instanceof EngineFailure ? error.reason : String(error)),
  );
  return seen;
}
const settled = (): Promise<void> => Promise.resolve().then(() => undefined);

it('starts no worker before the first order', () => expect(workers).toEqual([]));

it('waits until the worker is ready, and answers', async () => {
  const depths: number[] = [];
  const search = outcome(client.search(POSITION, { depth: 3 }, ({ depth }) => depths.push(depth)));
  expect(worker().received).toEqual([]);
  worker().say({ kind: 'ready', build: THREADS });
  const id = worker().begin();
  worker().say({ kind: 'report', id, report: report(1) });
  worker().say({ kind: 'report', id, report: report(2) });
  worker().say({ kind: 'answer', id, answer: ANSWER });
  await settled();
  expect(depths).toEqual([1, 2]);
  expect(search.now).toEqual(ANSWER);
  expect(client.build).toEqual(THREADS);
});

it('reviews a game, and tells how far it has come', async () => {
  const seen: number[] = [];
  const review = client.review(POSITION, { language: 'de', nodes: 5 }, (looking) => {
    if (looking.kind === 'again') seen.push(looking.done);
  });
  worker().say({ kind: 'ready', build: THREADS });
  const id = worker().begin();
  expect(worker().received.at(-1)).toMatchObject({ kind: 'review', language: 'de', nodes: 5 });
  worker().say({ kind: 'looking', id, looking: { kind: 'again', done: 2, total: 4 } });
  const whole: Review = { found: [], moves: [], accuracy: {}, turningPoints: [] };
  worker().say({ kind: 'reviewed', id, review: whole });
  await expect(review).resolves.toBe(whole);
  expect(seen).toEqual([2]);
});

it('ends a review that is stopped, and is free for the next order', async () => {
  const abort = new AbortController();
  const review = client.review(POSITION, { language: 'en', nodes: 5 }, () => undefined, abort.signal);
  worker().say({ kind: 'ready', build: THREADS });
  const id = worker().begin();
  abort.abort();
  await expect(review).rejects.toMatchObject({ reason: 'stopped' });
  expect(worker().isStopped).toBe(true);
  const search = client.search(POSITION, {});
  worker().say({ kind: 'reviewed', id });
  worker().say({ kind: 'answer', id: worker().begin(), answer: ANSWER });
  await expect(search).resolves.toEqual(ANSWER);
});

it('says that the engine has not got its network, and goes on', async () => {
  const search = client.search(POSITION, {});
  worker().say({ kind: 'ready', build: SINGLE });
  worker().say({ kind: 'no-network', reason: 'status 404' });
  worker().say({ kind: 'answer', id: worker().begin(), answer: ANSWER });
  await expect(search).resolves.toEqual(ANSWER);
  expect(missingNetworks).toEqual(['status 404']);
});

it('says what is wrong with an order, and keeps the worker', async () => {
  const search = client.search(POSITION, {});
  worker().say({ kind: 'ready', build: SINGLE });
  worker().say({ kind: 'refused', id: 1, reason: 'no such square' });
  await expect(search).rejects.toMatchObject({ reason: 'refused', message: 'no such square' });
  expect(worker().terminated).toBe(false);
});

it('forgets before the next order', () => {
  client.forget();
  void outcome(client.search(POSITION, {}));
  worker().say({ kind: 'ready', build: SINGLE });
  expect(worker().received.map(({ kind }) => kind)).toEqual(['forget', 'go']);
});

describe('with shared memory', () => {
  it('stops by the flag, and gives the newest order once the worker rests', async () => {
    const first = outcome(client.search(POSITION, {}));
    worker().say({ kind: 'ready', build: THREADS });
    const id = worker().begin();
    const second = outcome(client.search(POSITION, {}));
    const third = outcome(client.search(POSITION, {}));
    await settled();
    expect([first.now, second.now, third.now]).toEqual(['replaced', 'replaced', undefined]);
    expect(worker().isStopped).toBe(true);
    expect(worker().orders).toEqual([id]);
    worker().say({ kind: 'answer', id, answer: ANSWER });
    expect(worker().orders).toEqual([id, id + 2]);
    expect(workers).toHaveLength(1);
  });

  it('stops an order that had not begun when its caller gave up', async () => {
    const giveUp = new AbortController();
    const search = outcome(client.search(POSITION, {}, undefined, giveUp.signal));
    worker().say({ kind: 'ready', build: THREADS });
    giveUp.abort();
    expect(worker().isStopped).toBe(false);
    worker().begin();
    await settled();
    expect(worker().isStopped).toBe(true);
    expect(search.now).toBe('stopped');
  });

  it('replaces a worker that does not stop', () => {
    void outcome(client.search(POSITION, {}));
    worker().say({ kind: 'ready', build: THREADS });
    worker().begin();
    void outcome(client.search(POSITION, {}));
    vi.advanceTimersByTime(10_000);
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    worker().say({ kind: 'ready', build: THREADS });
    expect(worker().orders).toEqual([2]);
    expect(retries).toBe(0);
  });
});

describe('without shared memory', () => {
  it('stops by ending the worker, and has the next one at hand', async () => {
    const search = outcome(client.search(POSITION, {}));
    worker().say({ kind: 'ready', build: SINGLE });
    client.stop();
    await settled();
    expect(search.now).toBe('stopped');
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
  });

  it('hears nothing from a worker that it has ended', async () => {
    void outcome(client.search(POSITION, {}));
    const old = worker();
    old.say({ kind: 'ready', build: SINGLE });
    const next = outcome(client.search(POSITION, {}));
    old.say({ kind: 'answer', id: 2, answer: ANSWER });
    await settled();
    expect(next.now).toBeUndefined();
  });
});

describe('a worker that dies', () => {
  it.each<[string, (dying: FakeWorker) => void]>([
    ['by a trap', (dying) => dying.say({ kind: 'died', reason: 'unreachable' })],
    ['by an error of its script', (dying) => dying.crash('out of memory')],
    ['in silence', () => vi.advanceTimersByTime(60_000)],
  ])('%s has its order done by another', async (_, die) => {
    const search = outcome(client.search(POSITION, { moveTimeMs: 100 }));
    worker().say({ kind: 'ready', build: THREADS });
    die(worker());
    expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
    expect(retries).toBe(1);
    worker().say({ kind: 'ready', build: THREADS });
    worker().say({ kind: 'answer', id: 1, answer: ANSWER });
    await settled();
    expect(search.now).toEqual(ANSWER);
  });

  it('twice is a failure, after which the next order starts anew', async () => {
    const search = outcome(client.search(POSITION, {}));
    for (const count of [1, 2]) {
      expect(workers).toHaveLength(count);
      worker().say({ kind: 'ready', build: THREADS });
      worker().say({ kind: 'died', reason: 'unreachable' });
    }
    await settled();
    expect(search.now).toBe('died');
    const again = outcome(client.search(POSITION, {}));
    worker().say({ kind: 'ready', build: THREADS });
    worker().say({ kind: 'answer', id: 2, answer: ANSWER });
    await settled();
    expect(again.now).toEqual(ANSWER);
  });
});

it.each<[string, (failing: FakeWorker) => void]>([
  ['the engine cannot be loaded', (failing) => failing.say({ kind: 'unavailable', reason: 'no network' })],
  ['the script of the worker cannot be fetched', (failing) => failing.crash('')],
])('fails if %s, and tries again with the next order', async (_, fail) => {
  const search = outcome(client.search(POSITION, {}));
  fail(worker());
  await settled();
  expect(search.now).toBe('unavailable');
  void outcome(client.search(POSITION, {}));
  expect(workers).toHaveLength(2);
});

it('ends with everything that it has started', async () => {
  const search = outcome(client.search(POSITION, {}));
  client.close();
  await settled();
  expect(search.now).toBe('stopped');
  expect(worker().terminated).toBe(true);
});
