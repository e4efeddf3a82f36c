//! The app's one connection to the server for online games: a WebSocket that reconnects by itself, with HTTP polling as
//! the fallback. It fetches what it has missed and resends requests until they are answered. It does not depend on the
//! rules or the display.
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
  open: () => Socket;
  /** Milliseconds from a monotonic clock. */
  now: () => number;
  /** A random number from 0 up to but excluding 1. */
  random: () => number;
  fetchGame: (id: string) => Promise<Told>;
  sendRequest: typeof sendRequest;
  /** Reloads the page. Returns false if that has just been tried without success. */
  reload: () => boolean;
  /** Returns true if this page itself has ended its session, to continue as another person. */
  endsSession: () => boolean;
  /** The storage for requests that must survive the page. */
  shelf?: Shelf;
}

interface Watch {
  /** The number of the last act received; undefined before the game has arrived. */
  seq?: number;
  /** True while the game is being requested again. */
  isBehind: boolean;
  readonly tell: (news: GameNews) => void;
}

const PING_MS = 2500;
/** A connection that is silent for longer is closed. */
const SILENCE_MS = 9000;
const FIRST_RETRY_MS = 500;
const RETRIES_MS = [500, 1000, 2000];
/** The maximum delay before reconnecting after the server has closed the connection without naming one. */
const AWAY_MS = 3000;
/** After this many failed sockets in a row, HTTP is used. */
const MOST_FAILURES = 3;
/** The interval of attempts to open a socket while HTTP is in use. */
const SOCKET_AGAIN_MS = 30_000;
/** The delay before a request that the server could not serve is sent again. */
const AGAIN_MS = 1000;
/** The time for which an unused connection is kept open for the next page. */
const LINGER_MS = 5000;

const OPEN = 1;

export class Connection {
  readonly clock = new ServerClock();
  readonly requests: Requests;
  /** The person that the server has recognized, once it is known. */
  you: FrameOf<'welcome'>['you'];
  /** The person's games at the last welcome. */
  games: FrameOf<'welcome'>['games'] = [];
  onstanding: (standing: Standing) => void = () => undefined;
  onwelcome: () => void = () => undefined;
  /** The server time of the last message; undefined while the connection works. */
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

  /** The time since the last message from the server, in milliseconds. */
  get silentMs(): number {
    return this.around.now() - this.#heardAt;
  }

  /** Returns the server time in milliseconds since 1970. */
  now(): number {
    return this.clock.at(this.around.now());
  }

  /** Subscribes to all frames. Returns a function that ends the subscription. */
  listen(hear: (frame: Frame) => void): () => void {
    this.#listeners.add(hear);
    this.#need();
    return () => {
      this.#listeners.delete(hear);
      this.#release();
    };
  }

  /** Subscribes to a game: each act is delivered once and in order. Returns a function that ends the subscription. */
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

  /** Sends a request until it is answered. Returns the number of the resulting act, or throws `Refused`. */
  async ask(wish: Wish): Promise<number | undefined> {
    const { request, answer } = this.requests.add(wish);
    this.#need();
    this.#send(request);
    this.#poller.hurry();
    return answer;
  }

  /** Retries now, because the network may be back or the visitor wants to use this tab. */
  hurry(): void {
    if (!this.#isNeeded() || this.#standing === 'refused') return;
    if (this.#socket) this.#ping();
    else this.#connect();
  }

  /** Reconnects as another person after a session has begun or ended. */
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

  /** Closes a silent connection. Hidden tabs run timers late, so silence counts only if a ping is unanswered. */
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
      // An act cannot be applied before the game itself has arrived.
      if (watch.seq === undefined || news.seq <= watch.seq) return;
      if (watch.seq > 0 && news.seq > watch.seq + 1) {
        if (!watch.isBehind) this.#ask(news.game, watch);
        watch.isBehind = true;
        return;
      }
    }
    if (news.kind === 'game') watch.isBehind = false;
    watch.tell(news);
    // Set last, so that a message whose handler throws is requested again.
    if (news.kind === 'game' || news.kind === 'act') watch.seq = news.seq;
  }

  /** A player who does not watch counts as absent, so a game that was temporarily unavailable is requested again. */
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
      // A page that follows no game has nothing to report.
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
