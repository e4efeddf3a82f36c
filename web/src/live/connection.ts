//! The page's one connection to the server for games between people: a WebSocket that comes back by itself, and HTTP where
//! none can be opened. What is missed meanwhile is asked for, and what is asked for is asked again until it is answered.
//! Knows nothing of the rules, and nothing of what is shown.
import { sendRequest, type Told } from './byHttp';
import {
  PROTOCOL,
  readFrame,
  Refused,
  type Frame,
  type FrameOf,
  type GameNews,
  type Message,
  type Wish,
} from './frames';
import { Poller } from './poller';
import { Requests, type Shelf } from './requests';
import { ServerClock } from './serverClock';
import type { Standing } from './standing';

type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>;

export interface Surroundings {
  /** Begins to open a socket. */
  open: () => Socket;
  /** Milliseconds by a clock that only ever goes on. */
  now: () => number;
  /** A number from 0 up to 1. */
  random: () => number;
  fetchGame: (id: string) => Promise<Told>;
  sendRequest: typeof sendRequest;
  /** Loads the page anew; false if that was just done in vain. */
  reload: () => boolean;
  /** Whether this page ends its session itself, to go on as another person. */
  endsSession: () => boolean;
  /** Where requests are kept beyond the life of the page. */
  shelf?: Shelf;
}

interface Watch {
  /** The last act that was told; none before the game was. */
  seq?: number;
  /** Whether the game is asked for anew. */
  isBehind: boolean;
  readonly tell: (news: GameNews) => void;
}

const PING_MS = 2500;
/** After so long without a word the connection is given up. */
const SILENCE_MS = 9000;
const FIRST_RETRY_MS = 500;
const RETRIES_MS = [500, 1000, 2000];
/** The most that who is sent away waits before coming back, where nothing is said about it. */
const AWAY_MS = 3000;
/** So many sockets in a row that never said a word mean that none can be had. */
const MOST_FAILURES = 3;
/** How often a socket is tried while HTTP has to do. */
const SOCKET_AGAIN_MS = 30_000;
/** When what the server could not do just then is asked again. */
const AGAIN_MS = 1000;
/** How long a connection that nobody needs is kept, for the next page. */
const LINGER_MS = 5000;

const OPEN = 1;

export class Connection {
  readonly clock = new ServerClock();
  readonly requests: Requests;
  /** Who the page is to the server, once that is known. */
  you: FrameOf<'welcome'>['you'];
  /** The games of who is here, as they stood at the last welcome. */
  games: FrameOf<'welcome'>['games'] = [];
  onstanding: (standing: Standing) => void = () => undefined;
  onwelcome: () => void = () => undefined;
  /** The server's time when it was heard for the last time; none while the connection works. */
  lostAt: number | undefined;
  #standing: Standing = 'idle';
  #socket: Socket | undefined;
  readonly #watches = new Map<string, Watch>();
  readonly #listeners = new Set<(frame: Frame) => void>();
  #heardAt = 0;
  #isHeard = false;
  readonly #poller: Poller;
  readonly #pings = new Map<number, number>();
  #lastPing = 0;
  #tries = 0;
  #failures = 0;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly around: Surroundings) {
    this.requests = new Requests(around.shelf);
    this.#poller = new Poller(around, {
      requests: this.requests,
      clock: this.clock,
      games: () => this.#watches.keys(),
      tell: (news) => {
        if (news.kind === 'game' && news.seq < (this.#watches.get(news.game)?.seq ?? 0)) return;
        this.#tell(news);
      },
      works: (does) => {
        if (does) this.#stand('polling');
        else if (this.#standing === 'polling') this.#stand('lost');
      },
    });
  }

  get standing(): Standing {
    return this.#standing;
  }

  /** How long the server has said nothing, in milliseconds. */
  get silentMs(): number {
    return this.around.now() - this.#heardAt;
  }

  /** The server's time in milliseconds since 1970. */
  now(): number {
    return this.clock.at(this.around.now());
  }

  /** Hears every frame. Returns how to hear no more. */
  listen(hear: (frame: Frame) => void): () => void {
    this.#listeners.add(hear);
    this.#need();
    return () => {
      this.#listeners.delete(hear);
      this.#release();
    };
  }

  /** Hears what happens in a game: each act once, in order. Returns how to hear no more. */
  watch(game: string, tell: (news: GameNews) => void): () => void {
    const watch: Watch = { tell, isBehind: false };
    this.#watches.set(game, watch);
    this.#need();
    this.#ask(game, watch);
    this.#poller.hurry();
    return () => {
      if (this.#watches.get(game) !== watch) return;
      this.#watches.delete(game);
      this.#send({ kind: 'unwatch', game });
      this.#release();
    };
  }

  /** Asks for something until there is an answer: the number of the act that came of it, or `Refused` is thrown. */
  async ask(wish: Wish): Promise<number | undefined> {
    const { request, answer } = this.requests.add(wish);
    this.#need();
    this.#send(request);
    this.#poller.hurry();
    return answer;
  }

  /** Tries again now: there may be a network again, or the user wants to be here. */
  hurry(): void {
    if (!this.#isNeeded() || this.#standing === 'refused') return;
    if (this.#socket) this.#ping();
    else this.#connect();
  }

  /** Comes back as another person: a session has begun or ended since. */
  renew(): void {
    this.requests.changePerson();
    if (this.#socket) this.#connect();
  }

  #isNeeded(): boolean {
    return this.#watches.size > 0 || this.#listeners.size > 0 || this.requests.open.length > 0;
  }
  #need(): void {
    clearTimeout(this.#lingering);
    if (this.#standing === 'idle') this.#connect();
  }
  #release(): void {
    if (this.#isNeeded()) return;
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => {
      if (this.#isNeeded()) return;
      this.#drop();
      this.#rest();
      this.#stand('idle');
    }, LINGER_MS);
  }

  #stand(standing: Standing): void {
    if (standing === this.#standing) return;
    const works = standing === 'open' || standing === 'polling';
    if (works) this.lostAt = undefined;
    else this.lostAt ??= this.clock.at(this.#heardAt);
    this.#standing = standing;
    this.onstanding(standing);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (this.#standing !== 'polling') this.#stand('connecting');
    this.#isHeard = false;
    this.#heardAt = this.around.now();
    let socket: Socket;
    try {
      socket = this.around.open();
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket === socket) this.#greet();
    };
    socket.onmessage = ({ data }: MessageEvent) => {
      if (this.#socket === socket) this.#hear(String(data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
    this.#guard();
  }

  #greet(): void {
    this.clock.distrust();
    this.#pings.clear();
    this.#send({ kind: 'hello', protocol: PROTOCOL });
    for (const [game, watch] of this.#watches) this.#ask(game, watch);
    for (const request of this.requests.open) this.#send(request);
    this.#ping();
  }

  #send(message: Message): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #ask(game: string, watch: Watch): void {
    this.#send({ kind: 'watch', game, ...(watch.seq === undefined ? {} : { seen: watch.seq }) });
  }

  #ping(): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#lastPing += 1;
    this.#pings.set(this.#lastPing, this.around.now());
    const seen = Object.fromEntries(
      [...this.#watches].flatMap(([game, { seq }]) => (seq === undefined ? [] : [[game, seq]])),
    );
    this.#send({ kind: 'ping', n: this.#lastPing, ...(Object.keys(seen).length > 0 ? { seen } : {}) });
  }

  /** Gives the connection up once it has been silent for too long. A browser lets a hidden page look at the time but
   *  seldom: it is silence only if it was asked to speak. */
  #guard(): void {
    clearTimeout(this.#silence);
    const left = this.#heardAt + SILENCE_MS - this.around.now();
    this.#silence = setTimeout(
      () => {
        const isSilent = this.around.now() - this.#heardAt >= SILENCE_MS;
        const wasAsked = this.#socket?.readyState !== OPEN || this.#pings.size > 0;
        if (isSilent && wasAsked) this.#lost();
        else this.#guard();
      },
      Math.max(left, PING_MS),
    );
  }

  #drop(): void {
    clearInterval(this.#pinging);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = undefined;
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }

  #rest(): void {
    clearTimeout(this.#retry);
    this.#poller.stop();
  }

  #lost(): void {
    this.#drop();
    this.#failures = this.#isHeard ? 0 : this.#failures + 1;
    const delay = this.#tries === 0 ? this.around.random() * FIRST_RETRY_MS : RETRIES_MS[this.#tries - 1];
    this.#tries = Math.min(this.#tries + 1, RETRIES_MS.length);
    if (this.#failures >= MOST_FAILURES) {
      this.#poller.start();
      this.#again(this.#standing === 'polling' ? SOCKET_AGAIN_MS : (delay ?? AWAY_MS));
    } else {
      this.#again(delay ?? AWAY_MS);
    }
    if (this.#standing !== 'polling') this.#stand('lost');
  }

  #again(delay: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #hear(text: string): void {
    this.#heardAt = this.around.now();
    this.#isHeard = true;
    const frame = readFrame(text);
    if (!frame) return;
    this.#take(frame);
    for (const hear of this.#listeners) hear(frame);
  }

  #take(frame: Frame): void {
    switch (frame.kind) {
      case 'welcome':
        this.#tries = this.#failures = 0;
        this.#rest();
        this.you = frame.you;
        this.games = frame.games;
        this.#stand('open');
        this.onwelcome();
        return;
      case 'pong': {
        const sent = this.#pings.get(frame.n);
        if (sent !== undefined) this.clock.heard(frame.now, sent, this.around.now());
        for (const n of this.#pings.keys()) if (n <= frame.n) this.#pings.delete(n);
        return;
      }
      case 'ack':
        this.requests.fulfill(frame.id, frame.seq);
        return;
      case 'refused':
        if (frame.id !== undefined) this.#refused(frame.id, new Refused(frame.problem));
        else if (frame.game !== undefined) this.#watchAgain(frame.game, new Refused(frame.problem));
        this.#tell(frame);
        return;
      case 'game':
      case 'act':
      case 'here':
      case 'rematch':
        this.#tell(frame);
        return;
      case 'bye':
        this.#leave(frame);
        return;
      case 'started':
      case 'challenged':
      case 'unchallenged':
        return;
    }
  }

  #refused(id: string, refused: Refused): void {
    if (!refused.isPassing) this.requests.fail(id, refused);
    else
      setTimeout(() => {
        const request = this.requests.open.find((one) => one.id === id);
        if (request) this.#send(request);
      }, AGAIN_MS);
  }

  #tell(news: GameNews): void {
    const watch = this.#watches.get(news.game ?? '');
    if (!watch) return;
    if (news.kind === 'act') {
      // Before the game itself there is nothing that an act could follow.
      if (watch.seq === undefined || news.seq <= watch.seq) return;
      if (watch.seq > 0 && news.seq > watch.seq + 1) {
        if (!watch.isBehind) this.#ask(news.game, watch);
        watch.isBehind = true;
        return;
      }
    }
    if (news.kind === 'game') watch.isBehind = false;
    watch.tell(news);
    // What could not be taken in has not come: it is asked for again.
    if (news.kind === 'game' || news.kind === 'act') watch.seq = news.seq;
  }

  /** Who is not watching is not here: a game that could not be had just then is asked for again. */
  #watchAgain(game: string, { problem }: Refused): void {
    if (problem.status !== 503 || problem.kind === 'game-damaged') return;
    setTimeout(() => {
      const watch = this.#watches.get(game);
      if (watch) this.#ask(game, watch);
    }, AGAIN_MS);
  }

  #leave({ why, backMs }: FrameOf<'bye'>): void {
    this.#drop();
    if (why === 'elsewhere') {
      this.#rest();
      // A page that follows no game misses nothing that it has to admit.
      this.#stand(this.#watches.size + this.requests.open.length > 0 ? 'elsewhere' : 'idle');
    } else if (why === 'protocol' || (why === 'session' && !this.around.endsSession())) {
      this.#rest();
      if (!this.around.reload()) this.#stand('refused');
    } else {
      this.#stand('lost');
      this.#again(backMs > 0 ? backMs : this.around.random() * AWAY_MS);
    }
  }
}
