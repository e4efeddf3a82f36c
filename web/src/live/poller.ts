//! Games between people by HTTP, every few seconds, where no socket can be had.
import type { sendRequest, Told } from './byHttp';
import { Refused, type GameNews, type Request } from './frames';
import type { Requests } from './requests';
import type { ServerClock } from './serverClock';

interface Surroundings {
  now: () => number;
  fetchGame: (id: string) => Promise<Told>;
  sendRequest: typeof sendRequest;
}

interface Client {
  readonly requests: Requests;
  readonly clock: ServerClock;
  /** Those that are watched. */
  readonly games: () => Iterable<string>;
  readonly tell: (news: GameNews) => void;
  /** Is told whether HTTP works. */
  readonly works: (does: boolean) => void;
}

const POLL_MS = 3000;

export class Poller {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly around: Surroundings,
    private readonly client: Client,
  ) {}

  /** Begins, unless it has begun. */
  start(): void {
    this.#timer ??= setTimeout(() => void this.#poll(), 0);
  }
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
  /** There is something to send, or another game to ask for. */
  hurry(): void {
    if (this.#isOn()) void this.#poll();
  }

  #isOn(): boolean {
    return this.#timer !== undefined;
  }

  /** Asks what a socket would tell, and sends what is to be sent. */
  async #poll(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#poll(), POLL_MS);
    try {
      const answers = await Promise.all(this.client.requests.open.map((request) => this.#send(request)));
      for (const game of this.client.games()) await this.#fetch(game);
      // The answer to a request follows its act.
      for (const answer of answers) answer?.();
      if (this.#isOn()) this.client.works(true);
    } catch {
      this.client.works(false);
    }
  }

  async #send(request: Request): Promise<(() => void) | undefined> {
    const { requests } = this.client;
    try {
      const seq = await this.around.sendRequest(request);
      return () => requests.fulfill(request.id, seq);
    } catch (error) {
      if (!(error instanceof Refused) || error.isPassing) return undefined;
      return () => requests.fail(request.id, error);
    }
  }

  async #fetch(id: string): Promise<void> {
    const sent = this.around.now();
    try {
      const { game, at } = await this.around.fetchGame(id);
      if (at !== undefined) this.client.clock.heard(at, sent, this.around.now());
      // Nobody tells by HTTP who is here.
      this.client.tell({ kind: 'game', ...game, here: [], watchers: 0 });
    } catch (error) {
      if (!(error instanceof Refused) || error.isPassing) throw error;
      this.client.tell({ kind: 'refused', game: id, problem: error.problem });
    }
  }
}
