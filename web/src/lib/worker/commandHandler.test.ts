import { describe, expect, it } from 'vitest';

import type { SearchResult, SearchRequest } from '../rules';
import type { Engine, Package } from './builds';
import { CommandHandler } from './commandHandler';
import type { Command, Message } from './protocol';

const ANSWER: SearchResult = { nodes: 1, depth: 1 };

/** Records the calls to an engine, in order. */
function newHandler(
  fetchNetwork: (id: string) => Promise<Uint8Array | undefined>,
  fetchBook: (variant: string) => Promise<string | undefined> = () => Promise.resolve(undefined),
): {
  handler: CommandHandler;
  done: string[];
  sent: Message[];
} {
  const done: string[] = [];
  const sent: Message[] = [];
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
  return {
    handler: new CommandHandler(engines, (message) => sent.push(message), fetchNetwork, fetchBook),
    done,
    sent,
  };
}

const go = (id: number, variant: string, order: SearchRequest = {}): Command => ({
  kind: 'go',
  id,
  position: { variant, moves: [] },
  order,
  threads: 1,
});

describe('a command handler', () => {
  it('gives each game its network once, and does one thing after the other', async () => {
    const wanted: string[] = [];
    const { handler: it, done } = newHandler(async (id) => {
      wanted.push(id);
      await new Promise((resolve) => setTimeout(resolve, 5));
      return Uint8Array.of(wanted.length);
    });
    await Promise.all([
      it.handle(go(1, 'one+option')),
      it.handle({ kind: 'forget' }),
      it.handle(go(2, 'one+option')),
      it.handle(go(3, 'two')),
    ]);
    expect(wanted).toEqual(['one', 'two']);
    expect(done).toEqual(['network 1', 'go one+option', 'new game', 'go one+option', 'network 2', 'go two']);
  });

  it('tells how far a review has come, and that it was stopped', async () => {
    const { handler: it, done, sent } = newHandler(() => Promise.resolve(undefined));
    const position = { variant: 'one', moves: ['a', 'b'] };
    await it.handle({ kind: 'review', id: 3, position, language: 'de', nodes: 9, threads: 1 });
    expect(done).toEqual(['review 2 de 9']);
    expect(sent.map(({ kind }) => kind)).toEqual(['ready', 'started', 'looking', 'reviewed']);
    expect(sent.at(-1)).toEqual({ kind: 'reviewed', id: 3 });
  });

  it('plays without a network where there is none', async () => {
    const { handler: it, done, sent } = newHandler(() => Promise.resolve(undefined));
    await it.handle(go(7, 'one'));
    expect(done).toEqual(['go one']);
    expect(sent.map(({ kind }) => kind)).toEqual(['ready', 'started', 'answer']);
  });

  it('plays without a network that cannot be had or is of another version, and says so', async () => {
    const causes = [
      { network: Promise.resolve(new Uint8Array()), reason: 'this is no network' },
      { network: Promise.reject(new Error('status 404')), reason: 'status 404' },
    ];
    for (const { network, reason } of causes) {
      const { handler: it, done, sent } = newHandler(() => network);
      await it.handle(go(7, 'one'));
      await it.handle(go(8, 'one'));
      expect(done).toEqual(['go one', 'go one']);
      expect(sent.filter(({ kind }) => kind === 'no-network')).toEqual([{ kind: 'no-network', reason }]);
      expect(sent.at(-1)).toEqual({ kind: 'answer', id: 8, answer: ANSWER });
    }
  });

  it('opens the book once for each game, and only for whoever plays from it', async () => {
    const { handler: it, done } = newHandler(
      () => Promise.resolve(undefined),
      (variant) => Promise.resolve(`of ${variant}`),
    );
    await it.handle(go(1, 'one'));
    await it.handle(go(2, 'one', { book: true }));
    await it.handle(go(3, 'one', { book: true }));
    await it.handle(go(4, 'two', { book: true }));
    expect(done).toEqual(['go one', 'book of one', 'go one', 'go one', 'book of two', 'go two']);
  });

  it('plays without a book that cannot be had, and says so', async () => {
    const {
      handler: it,
      done,
      sent,
    } = newHandler(
      () => Promise.resolve(undefined),
      () => Promise.reject(new Error('status 404')),
    );
    await it.handle(go(7, 'one', { book: true }));
    expect(done).toEqual(['go one']);
    expect(sent.map(({ kind }) => kind)).toEqual(['ready', 'no-book', 'started', 'answer']);
  });
});
