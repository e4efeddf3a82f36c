import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { Connection, type ConnectionOptions } from './connection';
import { Refused, type GameUpdate, type Request } from './frames';
import type { RequestStorage } from './requests';
import { FakeSocket } from './testing/fakeSocket';

const NOW = 1_700_000_000_000;
const welcome = { kind: 'welcome', protocol: 2, now: NOW, games: [] };
const game = (seq: number, ...acts: number[]) => ({
  kind: 'game',
  game: 'abcdefgh',
  seq,
  acts: acts.map((number) => ({ seq: number })),
  here: [true, true],
  watchers: 0,
});
const act = (seq: number) => ({ kind: 'act', game: 'abcdefgh', seq });
const move = { kind: 'move', game: 'abcdefgh', ply: 0, uci: 'e2e4' } as const;
const problem = { kind: 'game-over', detail: 'The game is over.' };

let sockets: FakeSocket[] = [];
const options = {
  open: vi.fn(() => {
    const socket = new FakeSocket();
    sockets.push(socket);
    return socket;
  }),
  now: () => performance.now(),
  random: () => 0.5,
  fetchGame: vi.fn<ConnectionOptions['fetchGame']>(),
  sendRequest: vi.fn<ConnectionOptions['sendRequest']>(),
  reload: vi.fn<ConnectionOptions['reload']>(() => true),
  endsSession: vi.fn<ConnectionOptions['endsSession']>(() => false),
  storage: {
    save: vi.fn<RequestStorage['save']>(),
    forget: vi.fn<RequestStorage['forget']>(),
    load: vi.fn<RequestStorage['load']>(() => []),
    refused: vi.fn<RequestStorage['refused']>(),
  },
} satisfies ConnectionOptions;

let connection: Connection;
let updates: GameUpdate[] = [];
const socket = (): FakeSocket => {
  const last = sockets.at(-1);
  if (!last) throw new Error('no socket was opened');
  return last;
};
const seqs = () => updates.flatMap((one) => (one.kind === 'act' || one.kind === 'game' ? [one.seq] : []));

/** Watches a game whose last act has this number. */
function watching(seq: number): void {
  connection.watch('abcdefgh', (one) => updates.push(one));
  socket().accept();
  socket().say(welcome, game(seq));
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.clearAllMocks();
  sockets = [];
  updates = [];
  connection = new Connection(options);
});
afterEach(() => vi.useRealTimers());

describe('a connection', () => {
  it('is opened when somebody needs it, and says who speaks', () => {
    expect(options.open).not.toHaveBeenCalled();
    watching(0);
    expect(socket().sent.slice(0, 2)).toEqual([
      { kind: 'hello', protocol: 2 },
      { kind: 'watch', game: 'abcdefgh' },
    ]);
    expect(connection.state).toBe('open');
  });

  it('is closed a while after nobody needs it any more', () => {
    const leave = connection.watch('abcdefgh', () => undefined);
    socket().accept();
    leave();
    vi.advanceTimersByTime(5000);
    expect([connection.state, socket().readyState]).toEqual(['idle', 3]);
    vi.advanceTimersByTime(60_000);
    expect(options.open).toHaveBeenCalledTimes(1);
  });

  it('knows what time it is at the server by the shortest way there', () => {
    watching(0);
    const [first] = socket().said('ping');
    vi.advanceTimersByTime(40);
    socket().say({ kind: 'pong', n: first?.n, now: NOW });
    expect(connection.now()).toBe(NOW + 20);
    vi.advanceTimersByTime(2460);
    const second = socket().said('ping').at(-1);
    vi.advanceTimersByTime(900);
    socket().say({ kind: 'pong', n: second?.n, now: NOW + 3300 });
    expect(connection.now()).toBe(NOW + 20 + 3360);
  });

  it('is asked to speak every 2.5 seconds, with what is known of games', () => {
    watching(4);
    vi.advanceTimersByTime(2500);
    expect(socket().said('ping').at(-1)?.seen).toEqual({ abcdefgh: 4 });
  });

  it('ignores what it does not know', () => {
    watching(1);
    socket().say({ kind: 'said', game: 'abcdefgh', text: 'hello' }, { kind: 'act', game: 'other', seq: 2 });
    expect(seqs()).toEqual([1]);
  });
});

describe('a preview', () => {
  it('is requested as one, also after a lost connection', () => {
    const stop = connection.watch('abcdefgh', (one) => updates.push(one), 'preview');
    socket().accept();
    expect(socket().said('preview')).toEqual([{ kind: 'preview', game: 'abcdefgh' }]);
    socket().say(welcome, game(3), act(4));
    expect(seqs()).toEqual([3, 4]);
    socket().breakOff();
    vi.advanceTimersByTime(1000);
    socket().accept();
    expect(socket().said('preview')).toEqual([{ kind: 'preview', game: 'abcdefgh', seen: 4 }]);
    expect(socket().said('watch')).toEqual([]);
    stop();
    expect(socket().said('unwatch')).toEqual([{ kind: 'unwatch', game: 'abcdefgh' }]);
  });
});

describe('acts', () => {
  it('are told once, in order', () => {
    watching(2);
    socket().say(act(2), act(3), act(3), act(1), act(4));
    expect(seqs()).toEqual([2, 3, 4]);
  });

  it('that are missing are asked for, once', () => {
    watching(2);
    socket().say(act(4), act(5));
    expect(socket().said('watch').slice(1)).toEqual([{ kind: 'watch', game: 'abcdefgh', seen: 2 }]);
    socket().say(game(5, 3, 4, 5), act(6));
    expect(seqs()).toEqual([2, 5, 6]);
  });

  it('that could not be taken in are asked for again', () => {
    let follows = false;
    connection.watch('abcdefgh', ({ kind }) => {
      if (kind === 'act' && !follows) throw new Error('it does not follow');
    });
    socket().accept();
    socket().say(welcome, game(2));
    expect(() => socket().say(act(3))).toThrow('it does not follow');
    follows = true;
    socket().say(act(4));
    expect(socket().said('watch').slice(1)).toEqual([{ kind: 'watch', game: 'abcdefgh', seen: 2 }]);
  });

  it('of a game that could not be had just then are asked for again', () => {
    watching(3);
    const problem = { kind: 'shutting-down', title: '', status: 503, detail: 'the game is being closed' };
    socket().say({ kind: 'refused', game: 'abcdefgh', problem });
    const before = socket().said('watch').length;
    vi.advanceTimersByTime(1000);
    expect(socket().said('watch').slice(before)).toEqual([{ kind: 'watch', game: 'abcdefgh', seen: 3 }]);
    socket().say({ kind: 'refused', game: 'abcdefgh', problem: { ...problem, kind: 'game-damaged' } });
    vi.advanceTimersByTime(3000);
    expect(socket().said('watch')).toHaveLength(before + 1);
  });

  it('are numbered as the first one is', () => {
    watching(0);
    socket().say(act(7), act(8));
    expect(seqs()).toEqual([0, 7, 8]);
  });
});

describe('a connection that is lost', () => {
  it('comes back soon, and then ever later', () => {
    watching(3);
    socket().breakOff();
    expect(connection.state).toBe('lost');
    for (const [at, wait] of [250, 500, 1000].entries()) {
      vi.advanceTimersByTime(wait - 1);
      expect(sockets).toHaveLength(at + 1);
      vi.advanceTimersByTime(1);
      expect(sockets).toHaveLength(at + 2);
      if (at < 2) socket().breakOff();
    }
  });

  it('goes on where it was', () => {
    watching(3);
    socket().breakOff();
    vi.advanceTimersByTime(500);
    socket().accept();
    expect(socket().said('watch')).toEqual([{ kind: 'watch', game: 'abcdefgh', seen: 3 }]);
  });

  it('is noticed after 9 seconds of silence', () => {
    watching(0);
    vi.advanceTimersByTime(8999);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(300);
    expect(sockets).toHaveLength(2);
    expect(sockets[0]?.readyState).toBe(3);
  });

  it('is made anew for who has got a session since', () => {
    watching(2);
    connection.renew();
    expect([sockets.length, sockets[0]?.readyState]).toEqual([2, 3]);
    socket().accept();
    expect(socket().said('watch')).toEqual([{ kind: 'watch', game: 'abcdefgh', seen: 2 }]);
  });

  it('is tried again at once when there is a network', () => {
    watching(0);
    socket().breakOff();
    connection.retryNow();
    expect(sockets).toHaveLength(2);
  });
});

describe('who is sent away', () => {
  it.each([
    [1200, 1200],
    [0, 1500],
  ])('for a restart waits for %d ms', (backMs, wait) => {
    watching(0);
    socket().say({ kind: 'bye', why: 'restart', backMs });
    vi.advanceTimersByTime(wait - 1);
    expect(sockets).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(sockets).toHaveLength(2);
  });

  it('because of other tabs stays away until they are wanted here', () => {
    watching(0);
    socket().say({ kind: 'bye', why: 'elsewhere', backMs: 0 });
    vi.advanceTimersByTime(100_000);
    expect([connection.state, sockets.length]).toEqual(['elsewhere', 1]);
    connection.retryNow();
    expect(sockets).toHaveLength(2);
  });

  it.each(['protocol', 'session'])(
    'because of the %s loads the page anew, and keeps what is unsent',
    (why) => {
      watching(0);
      void connection.request(move);
      socket().say({ kind: 'bye', why, backMs: 0 });
      expect(options.reload).toHaveBeenCalledOnce();
      expect(options.storage.save).toHaveBeenCalledWith(expect.objectContaining(move));
      expect(options.storage.forget).not.toHaveBeenCalled();
    },
  );

  it('because of a session that the page ends itself connects again', () => {
    watching(0);
    options.endsSession.mockReturnValueOnce(true);
    socket().say({ kind: 'bye', why: 'session', backMs: 0 });
    expect(options.reload).not.toHaveBeenCalled();
    expect(connection.state).toBe('lost');
    vi.advanceTimersByTime(30_000);
    expect(sockets.length).toBeGreaterThan(1);
  });

  it('for ever, even after that, is told', () => {
    watching(0);
    options.reload.mockReturnValueOnce(false);
    socket().say({ kind: 'bye', why: 'protocol', backMs: 0 });
    expect(connection.state).toBe('refused');
  });
});

describe('a cut', () => {
  it('is dated by the last word of the server', () => {
    watching(0);
    socket().say({ kind: 'pong', n: 1, now: NOW });
    expect(connection.lostAt).toBeUndefined();
    vi.advanceTimersByTime(3000);
    const last = connection.now();
    socket().say({ kind: 'ack', id: 'none' });
    vi.advanceTimersByTime(4000);
    socket().breakOff();
    expect(connection.lostAt).toBe(last);
    vi.advanceTimersByTime(250);
    socket().accept();
    expect(connection.lostAt).toBe(last);
    socket().say(welcome);
    expect(connection.lostAt).toBeUndefined();
  });
});

describe('a request', () => {
  it('of one person is left to that person when another one uses the page', () => {
    watching(0);
    void connection.request(move);
    const [first] = socket().said('move');
    options.storage.load.mockReturnValueOnce([{ ...move, uci: 'd2d4', id: 'theirs' }]);
    connection.renew();
    socket().accept();
    expect(socket().said('move')).toEqual([{ ...move, uci: 'd2d4', id: 'theirs' }]);
    expect(options.storage.forget).not.toHaveBeenCalledWith(first?.id);
    socket().say({ kind: 'refused', id: 'theirs', problem });
    expect(options.storage.refused).toHaveBeenCalledOnce();
    expect(options.storage.forget).toHaveBeenCalledWith('theirs');
  });

  it('is sent again unchanged until it is answered', async () => {
    watching(0);
    const answer = connection.request(move);
    const [first] = socket().said('move');
    expect(first?.id).toMatch(/^[\w-]{16,32}$/);
    socket().breakOff();
    vi.advanceTimersByTime(250);
    socket().accept();
    expect(socket().said('move')).toEqual([first]);
    socket().say({ kind: 'ack', id: first?.id, seq: 1 });
    expect(await answer).toBe(1);
    socket().breakOff();
    vi.advanceTimersByTime(500);
    socket().accept();
    expect(socket().said('move')).toEqual([]);
  });

  it('that is made while there is no connection is sent when there is', () => {
    watching(0);
    socket().breakOff();
    void connection.request(move);
    vi.advanceTimersByTime(250);
    socket().accept();
    expect(socket().said('move')).toHaveLength(1);
  });

  it('that cannot be done just now is sent again', () => {
    watching(0);
    void connection.request(move);
    const [first] = socket().said('move');
    socket().say({ kind: 'refused', id: first?.id, problem: { kind: 'storage', detail: 'no disk' } });
    vi.advanceTimersByTime(1000);
    expect(socket().said('move')).toEqual([first, first]);
  });

  it('may be refused', async () => {
    watching(0);
    const answer = connection.request(move);
    socket().say({ kind: 'refused', id: socket().said('move')[0]?.id, problem });
    await expect(answer).rejects.toThrow(new Refused(problem as Refused['problem']));
  });
});

describe('where no socket can be had', () => {
  function fail(): void {
    for (let time = 0; time < 3; time += 1) {
      socket().breakOff();
      if (time < 2) vi.advanceTimersByTime(1000);
    }
  }
  const told = (seq: number) => {
    return { game: game(seq), at: NOW } as unknown as Awaited<ReturnType<ConnectionOptions['fetchGame']>>;
  };

  it('games are asked for by HTTP, and requests go there', async () => {
    options.fetchGame.mockResolvedValue(told(1));
    options.sendRequest.mockImplementation(async (request: Request) =>
      Promise.resolve(request.kind === 'move' ? 2 : undefined),
    );
    connection.watch('abcdefgh', (one) => updates.push(one));
    fail();
    await vi.advanceTimersByTimeAsync(1);
    expect([connection.state, seqs()]).toEqual(['polling', [1]]);
    expect(await connection.request(move)).toBe(2);
    options.fetchGame.mockResolvedValue(told(2));
    await vi.advanceTimersByTimeAsync(3000);
    expect(seqs().at(-1)).toBe(2);
    socket().accept();
    socket().say(welcome, game(2));
    expect(connection.state).toBe('open');
    const asked = options.fetchGame.mock.calls.length;
    await vi.advanceTimersByTimeAsync(5000);
    expect(options.fetchGame.mock.calls.length).toBe(asked);
  });

  it('nor HTTP, it is lost', async () => {
    options.fetchGame.mockRejectedValue(new Error('gone'));
    connection.watch('abcdefgh', (one) => updates.push(one));
    fail();
    await vi.advanceTimersByTimeAsync(4000);
    expect(connection.state).not.toBe('polling');
  });
});
