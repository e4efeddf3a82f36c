//! The app's only connection to the server for online games: a WebSocket that reconnects, with HTTP polling as the
//! fallback. It fetches missed log entries and resends requests until they are answered. It must not depend on the
//! rules or the display.
import { sendRequest, type FetchedGame } from './httpTransport';
import {
  PROTOCOL,
  readFrame,
  Refused,
  type Frame,
  type FrameOf,
  type GameUpdate,
  type Message,
  type NewRequest,
} from './frames';
import { Poller } from './poller';
import { Requests, type RequestStorage } from './requests';
import { ServerClock } from './serverClock';
import type { ConnectionState } from './connectionState';
import type { Subscription, SubscriptionKind } from './subscription';

type Socket = Pick<WebSocket, 'send' | 'close' | 'readyState' | 'onopen' | 'onmessage' | 'onclose'>;

export interface ConnectionOptions {
  open: () => Socket;
  /** Milliseconds from a monotonic clock. */
  now: () => number;
  /** A random number from 0 up to but excluding 1. */
  random: () => number;
  fetchGame: (id: string) => Promise<FetchedGame>;
  sendRequest: typeof sendRequest;
  /** Reloads the page. Returns false if that has just been tried without success. */
  reload: () => boolean;
  /** Returns true if this page itself has ended its session, to continue as another person. */
  endsSession: () => boolean;
  /** The storage for requests that must survive the page. */
  storage?: RequestStorage;
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

/** The connection to the server. It is open while something subscribes or a request is unanswered. */
export class Connection {
  readonly clock = new ServerClock();
  readonly requests: Requests;
  /** The person that the server has recognized, once it is known. */
  you: FrameOf<'welcome'>['you'];
  /** The person's games at the last welcome. */
  games: FrameOf<'welcome'>['games'] = [];
  onstate: (state: ConnectionState) => void = () => undefined;
  onwelcome: () => void = () => undefined;
  /** The server time of the last message; undefined while the connection works. */
  lostAt: number | undefined;
  #state: ConnectionState = 'idle';
  #socket: Socket | undefined;
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #listeners = new Set<(frame: Frame) => void>();
  #lastMessageAt = 0;
  #hasReceived = false;
  readonly #poller: Poller;
  readonly #pings = new Map<number, number>();
  #lastPing = 0;
  #tries = 0;
  #failures = 0;
  #pinging: ReturnType<typeof setInterval> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #lingering: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly options: ConnectionOptions) {
    this.requests = new Requests(options.storage);
    this.#poller = new Poller(options, {
      requests: this.requests,
      clock: this.clock,
      games: () => this.#subscriptions.keys(),
      onUpdate: (update) => {
        if (update.kind === 'game' && update.seq < (this.#subscriptions.get(update.game)?.seq ?? 0)) return;
        this.#deliver(update);
      },
      onWorking: (isWorking) => {
        if (isWorking) this.#setState('polling');
        else if (this.#state === 'polling') this.#setState('lost');
      },
    });
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** The time since the last message from the server, in milliseconds. */
  get silentMs(): number {
    return this.options.now() - this.#lastMessageAt;
  }

  /** Returns the server time in milliseconds since 1970. */
  now(): number {
    return this.clock.at(this.options.now());
  }

  /** Subscribes to all frames. Returns a function that ends the subscription. */
  listen(listener: (frame: Frame) => void): () => void {
    this.#listeners.add(listener);
    this.#connectIfIdle();
    return () => {
      this.#listeners.delete(listener);
      this.#closeIfUnused();
    };
  }

  /** Subscribes to a game: each act is delivered once and in order. Returns a function that ends the subscription. */
  watch(game: string, onUpdate: (update: GameUpdate) => void, kind: SubscriptionKind = 'watch'): () => void {
    const subscription: Subscription = { kind, onUpdate, isBehind: false };
    this.#subscriptions.set(game, subscription);
    this.#connectIfIdle();
    this.#requestGame(game, subscription);
    this.#poller.pollNow();
    return () => {
      if (this.#subscriptions.get(game) !== subscription) return;
      this.#subscriptions.delete(game);
      this.#send({ kind: 'unwatch', game });
      this.#closeIfUnused();
    };
  }

  /** Sends a request until it is answered. Returns the number of the resulting act, or throws `Refused`. */
  async request(newRequest: NewRequest): Promise<number | undefined> {
    const { request, answer } = this.requests.add(newRequest);
    this.#connectIfIdle();
    this.#send(request);
    this.#poller.pollNow();
    return answer;
  }

  /** Retries now, because the network may be back or the visitor wants to use this tab. */
  retryNow(): void {
    if (!this.#isNeeded() || this.#state === 'refused') return;
    if (this.#socket) this.#ping();
    else this.#connect();
  }

  /** Reconnects as another person after a session has begun or ended. */
  renew(): void {
    this.requests.changePerson();
    if (this.#socket) this.#connect();
  }

  #isNeeded(): boolean {
    return this.#subscriptions.size > 0 || this.#listeners.size > 0 || this.requests.open.length > 0;
  }
  #connectIfIdle(): void {
    clearTimeout(this.#lingering);
    if (this.#state === 'idle') this.#connect();
  }
  #closeIfUnused(): void {
    if (this.#isNeeded()) return;
    clearTimeout(this.#lingering);
    this.#lingering = setTimeout(() => {
      if (this.#isNeeded()) return;
      this.#drop();
      this.#stopRetrying();
      this.#setState('idle');
    }, LINGER_MS);
  }

  #setState(state: ConnectionState): void {
    if (state === this.#state) return;
    const works = state === 'open' || state === 'polling';
    if (works) this.lostAt = undefined;
    else this.lostAt ??= this.clock.at(this.#lastMessageAt);
    this.#state = state;
    this.onstate(state);
  }

  #connect(): void {
    clearTimeout(this.#retry);
    this.#drop();
    if (this.#state !== 'polling') this.#setState('connecting');
    this.#hasReceived = false;
    this.#lastMessageAt = this.options.now();
    let socket: Socket;
    try {
      socket = this.options.open();
    } catch {
      this.#lost();
      return;
    }
    this.#socket = socket;
    socket.onopen = () => {
      if (this.#socket === socket) this.#sendHello();
    };
    socket.onmessage = ({ data }: MessageEvent) => {
      if (this.#socket === socket) this.#onMessage(String(data));
    };
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost();
    };
    this.#pinging = setInterval(() => this.#ping(), PING_MS);
    this.#watchSilence();
  }

  #sendHello(): void {
    this.clock.distrust();
    this.#pings.clear();
    this.#send({ kind: 'hello', protocol: PROTOCOL });
    for (const [game, subscription] of this.#subscriptions) this.#requestGame(game, subscription);
    for (const request of this.requests.open) this.#send(request);
    this.#ping();
  }

  #send(message: Message): void {
    if (this.#socket?.readyState === OPEN) this.#socket.send(JSON.stringify(message));
  }

  #requestGame(game: string, { kind, seq }: Subscription): void {
    this.#send({ kind, game, ...(seq === undefined ? {} : { seen: seq }) });
  }

  #ping(): void {
    if (this.#socket?.readyState !== OPEN) return;
    this.#lastPing += 1;
    this.#pings.set(this.#lastPing, this.options.now());
    const seen = Object.fromEntries(
      [...this.#subscriptions].flatMap(([game, { seq }]) => (seq === undefined ? [] : [[game, seq]])),
    );
    this.#send({ kind: 'ping', n: this.#lastPing, ...(Object.keys(seen).length > 0 ? { seen } : {}) });
  }

  /** Closes a silent connection. Hidden tabs run timers late, so silence counts only if a ping is unanswered. */
  #watchSilence(): void {
    clearTimeout(this.#silence);
    const left = this.#lastMessageAt + SILENCE_MS - this.options.now();
    this.#silence = setTimeout(
      () => {
        const isSilent = this.options.now() - this.#lastMessageAt >= SILENCE_MS;
        const wasAsked = this.#socket?.readyState !== OPEN || this.#pings.size > 0;
        if (isSilent && wasAsked) this.#lost();
        else this.#watchSilence();
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

  #stopRetrying(): void {
    clearTimeout(this.#retry);
    this.#poller.stop();
  }

  #lost(): void {
    this.#drop();
    this.#failures = this.#hasReceived ? 0 : this.#failures + 1;
    const delay = this.#tries === 0 ? this.options.random() * FIRST_RETRY_MS : RETRIES_MS[this.#tries - 1];
    this.#tries = Math.min(this.#tries + 1, RETRIES_MS.length);
    if (this.#failures >= MOST_FAILURES) {
      this.#poller.start();
      this.#reconnectAfter(this.#state === 'polling' ? SOCKET_AGAIN_MS : (delay ?? AWAY_MS));
    } else {
      this.#reconnectAfter(delay ?? AWAY_MS);
    }
    if (this.#state !== 'polling') this.#setState('lost');
  }

  #reconnectAfter(delay: number): void {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => this.#connect(), delay);
  }

  #onMessage(text: string): void {
    this.#lastMessageAt = this.options.now();
    this.#hasReceived = true;
    const frame = readFrame(text);
    if (!frame) return;
    this.#handle(frame);
    for (const listener of this.#listeners) listener(frame);
  }

  #handle(frame: Frame): void {
    switch (frame.kind) {
      case 'welcome':
        this.#tries = this.#failures = 0;
        this.#stopRetrying();
        this.you = frame.you;
        this.games = frame.games;
        this.#setState('open');
        this.onwelcome();
        return;
      case 'pong': {
        const sent = this.#pings.get(frame.n);
        if (sent !== undefined) this.clock.addSample(frame.now, sent, this.options.now());
        for (const n of this.#pings.keys()) if (n <= frame.n) this.#pings.delete(n);
        return;
      }
      case 'ack':
        this.requests.fulfill(frame.id, frame.seq);
        return;
      case 'refused':
        if (frame.id !== undefined) this.#refused(frame.id, new Refused(frame.problem));
        else if (frame.game !== undefined) this.#resubscribe(frame.game, new Refused(frame.problem));
        this.#deliver(frame);
        return;
      case 'game':
      case 'act':
      case 'here':
      case 'rematch':
        this.#deliver(frame);
        return;
      case 'bye':
        this.#onBye(frame);
        return;
      case 'started':
      case 'challenged':
      case 'unchallenged':
      case 'rated':
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

  #deliver(update: GameUpdate): void {
    const subscription = this.#subscriptions.get(update.game ?? '');
    if (!subscription) return;
    if (update.kind === 'act') {
      // An act cannot be applied before the game itself has arrived.
      if (subscription.seq === undefined || update.seq <= subscription.seq) return;
      if (subscription.seq > 0 && update.seq > subscription.seq + 1) {
        if (!subscription.isBehind) this.#requestGame(update.game, subscription);
        subscription.isBehind = true;
        return;
      }
    }
    if (update.kind === 'game') subscription.isBehind = false;
    subscription.onUpdate(update);
    // Set last, so that a message whose handler throws is requested again.
    if (update.kind === 'game' || update.kind === 'act') subscription.seq = update.seq;
  }

  /** A player who does not watch counts as absent, so a game that was temporarily unavailable is requested again. */
  #resubscribe(game: string, { problem }: Refused): void {
    if (problem.status !== 503 || problem.kind === 'game-damaged') return;
    setTimeout(() => {
      const subscription = this.#subscriptions.get(game);
      if (subscription) this.#requestGame(game, subscription);
    }, AGAIN_MS);
  }

  #onBye({ why, backMs }: FrameOf<'bye'>): void {
    this.#drop();
    if (why === 'elsewhere') {
      this.#stopRetrying();
      // A page that follows no game has nothing to report.
      this.#setState(this.#subscriptions.size + this.requests.open.length > 0 ? 'elsewhere' : 'idle');
    } else if (why === 'protocol' || (why === 'session' && !this.options.endsSession())) {
      this.#stopRetrying();
      if (!this.options.reload()) this.#setState('refused');
    } else {
      this.#setState('lost');
      this.#reconnectAfter(backMs > 0 ? backMs : this.options.random() * AWAY_MS);
    }
  }
}
