import { describe, expect, it } from 'vitest';

import type { Answer, Order } from '../rules';
import type { Engine, Package } from './builds';
import { Desk } from './desk';
import type { Command, Message } from './protocol';

const ANSWER: Answer = { nodes: 1, depth: 1 };

/** Records the calls to an engine, in order. */
function desk(
  fetchNetwork: (id: string) => Promise<Uint8Array | undefined>,
  fetchBook: (variant: string) => Promise<string | undefined> = () => Promise.resolve(undefined),
): {
  desk: Desk;
  done: string[];
  told: Message[];
} {
  const done: string[] = [];
  const told: Message[] = [];
  const engine = (variant: string): Engine => ({
    network: variant.replace(/\+.*/, ''),
    setPosition: () => undefined,
    setNetwork: (bytes) => {
      if (bytes.length === 0) throw new Error('this is no network');
      done.push(`network ${String(bytes[0])}`);
    },
    setBook: (text) => done.push(`book ${text}`),
    setThreads: (threads) => threads,
    newGame: () => done.push('new game'),
    stopAddress: () => 0,
    go: () => {
      done.push(`go ${variant}`);
      return ANSWER;
    },
    review: (_fen, moves, language, nodes, watch) => {
      done.push(`review ${String(moves.length)} ${language} ${String(nodes)}`);
      watch({ kind: 'again', done: 0, total: 1 });
      return undefined;
    },
    free: () => undefined,
  });
  const engines: Package = {
    build: { kind: 'single', threads: 1 },
    memory: () => new WebAssembly.Memory({ initial: 1 }),
    engine,
  };
  return { desk: new Desk(engines, (message) => told.push(message), fetchNetwork, fetchBook), done, told };
}

const go = (id: number, variant: string, order: Order = {}): Command => ({
  kind: 'go',
  id,
  position: { variant, moves: [] },
  order,
  threads: 1,
});

describe('the desk', () => {
  it('gives each game its network once, and does one thing after the other', async () => {
    const wanted: string[] = [];
    const { desk: it, done } = desk(async (id) => {
      wanted.push(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return Uint8Array.of(wanted.length);
    });
    await Promise.all([
      it.obey(go(1, 'one+option')),
      it.obey({ kind: 'forget' }),
      it.obey(go(2, 'one+option')),
      it.obey(go(3, 'two')),
    ]);
    expect(wanted).toEqual(['one', 'two']);
    expect(done).toEqual(['network 1', 'go one+option', 'new game', 'go one+option', 'network 2', 'go two']);
  });

  it('tells how far a review has come, and that it was stopped', async () => {
    const { desk: it, done, told } = desk(() => Promise.resolve(undefined));
    const position = { variant: 'one', moves: ['a', 'b'] };
    await it.obey({ kind: 'review', id: 3, position, language: 'de', nodes: 9, threads: 1 });
    expect(done).toEqual(['review 2 de 9']);
    expect(told.map(({ kind }) => kind)).toEqual(['ready', 'started', 'looking', 'reviewed']);
    expect(told.at(-1)).toEqual({ kind: 'reviewed', id: 3 });
  });

  it('plays without a network where there is none', async () => {
    const { desk: it, done, told } = desk(() => Promise.resolve(undefined));
    await it.obey(go(7, 'one'));
    expect(done).toEqual(['go one']);
    expect(told.map(({ kind }) => kind)).toEqual(['ready', 'started', 'answer']);
  });

  it('plays without a network that cannot be had or is of another version, and says so', async () => {
    const causes = [
      { network: Promise.resolve(new Uint8Array()), reason: 'this is no network' },
      { network: Promise.reject(new Error('status 404')), reason: 'status 404' },
    ];
    for (const { network, reason } of causes) {
      const { desk: it, done, told } = desk(() => network);
      await it.obey(go(7, 'one'));
      await it.obey(go(8, 'one'));
      expect(done).toEqual(['go one', 'go one']);
      expect(told.filter(({ kind }) => kind === 'untaught')).toEqual([{ kind: 'untaught', reason }]);
      expect(told.at(-1)).toEqual({ kind: 'answer', id: 8, answer: ANSWER });
    }
  });

  it('opens the book once for each game, and only for whoever plays from it', async () => {
    const { desk: it, done } = desk(
      () => Promise.resolve(undefined),
      (variant) => Promise.resolve(`of ${variant}`),
    );
    await it.obey(go(1, 'one'));
    await it.obey(go(2, 'one', { book: true }));
    await it.obey(go(3, 'one', { book: true }));
    await it.obey(go(4, 'two', { book: true }));
    expect(done).toEqual(['go one', 'book of one', 'go one', 'go one', 'book of two', 'go two']);
  });

  it('plays without a book that cannot be had, and says so', async () => {
    const {
      desk: it,
      done,
      told,
    } = desk(
      () => Promise.resolve(undefined),
      () => Promise.reject(new Error('status 404')),
    );
    await it.obey(go(7, 'one', { book: true }));
    expect(done).toEqual(['go one']);
    expect(told.map(({ kind }) => kind)).toEqual(['ready', 'bookless', 'started', 'answer']);
  });
});
