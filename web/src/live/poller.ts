//! HTTP polling of online games, for clients that cannot open a WebSocket.
import type { sendRequest, FetchedGame } from './httpTransport';
import { Refused, type GameUpdate, type Request } from './frames';
import type { Requests } from './requests';
import type { ServerClock } from './serverClock';

interface PollerOptions {
  now: () => number;
  fetchGame: (id: string) => Promise<FetchedGame>;
  sendRequest: typeof sendRequest;
}

interface Client {
  readonly requests: Requests;
  readonly clock: ServerClock;
  /** The games to follow. */
  readonly games: () => Iterable<string>;
  readonly onUpdate: (update: GameUpdate) => void;
  /** Called with true if HTTP works, with false otherwise. */
  readonly onWorking: (isWorking: boolean) => void;
}

const POLL_MS = 3000;

export class Poller {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly options: PollerOptions,
    private readonly client: Client,
  ) {}

  /** Starts polling unless it is running. */
  start(): void {
    this.#timer ??= setTimeout(() => void this.#poll(), 0);
  }
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
  /** Polls at once, because there is a request to send or a new game to fetch. */
  pollNow(): void {
    if (this.#isOn()) void this.#poll();
  }

  #isOn(): boolean {
    return this.#timer !== undefined;
  }

  /** Sends the open requests and fetches what a socket would have delivered. */
  async #poll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
    try {
      const answers = await Promise.all(this.client.requests.open.map((request) => this.#send(request)));
      for (const game of this.client.games()) await this.#fetch(game);
      // The answer to a request is delivered after its act.
      for (const answer of answers) answer?.();
      if (this.#isOn()) this.client.onWorking(true);
    } catch {
      this.client.onWorking(false);
    }
  }

  async #send(request: Request): Promise<(() => void) | undefined> {
    const { requests } = this.client;
    try {
      const seq = await this.options.sendRequest(request);
      return () => requests.fulfill(request.id, seq);
    } catch (error) {
      if (!(error instanceof Refused) || error.isPassing) return undefined;
      return () => requests.fail(request.id, error);
    }
  }

  async #fetch(id: string): Promise<void> {
    const sent = this.options.now();
    try {
      const { game, at } = await this.options.fetchGame(id);
      if (at !== undefined) this.client.clock.addSample(at, sent, this.options.now());
      // Presence is not available by HTTP.
      this.client.onUpdate({ kind: 'game', ...game, here: [], watchers: 0 });
    } catch (error) {
      if (!(error instanceof Refused) || error.isPassing) throw error;
      this.client.onUpdate({ kind: 'refused', game: id, problem: error.problem });
    }
  }
}
