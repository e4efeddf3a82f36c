//! The engine as the page sees it: asked for one thing at a time, never in the way, never silent. The newest order
//! counts; a worker that dies is replaced and has the order once more.
import type { Answer, Looking, Order, Report, Review } from './rules';
import type { Build, Command, Message, Position, StopFlag } from './worker/protocol';

export type { Build, Position } from './worker/protocol';

/** Why there is no answer. */
export type Reason =
  /** The caller has stopped the search. */
  | 'stopped'
  /** A newer order has come. */
  | 'replaced'
  /** The position or the order is none; the message says why. */
  | 'refused'
  /** The engine cannot be loaded. */
  | 'unavailable'
  /** The engine has broken down, twice in a row. */
  | 'died';

export class EngineFailure extends Error {
  override readonly name = 'EngineFailure';
  constructor(
    readonly reason: Reason,
    message: string = reason,
  ) {
    super(message);
  }
}

/** Whether somebody wanted it so: nothing is wrong, and nobody has to be told. */
export const isIntended = (error: unknown): boolean =>
  error instanceof EngineFailure && (error.reason === 'stopped' || error.reason === 'replaced');

/** A worker, as far as the client uses it. */
export interface Port {
  postMessage(command: Command): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** What the worker is to do, and who hears of it. */
type Work =
  | {
      readonly kind: 'go';
      readonly position: Position;
      readonly order: Order;
      readonly onReport: (report: Report) => void;
      readonly resolve: (answer: Answer) => void;
    }
  | {
      readonly kind: 'review';
      readonly position: Position;
      readonly language: string;
      readonly nodes: number;
      readonly onLooking: (looking: Looking) => void;
      readonly resolve: (review: Review) => void;
    };

type Job = Work & {
  readonly id: number;
  readonly reject: (failure: EngineFailure) => void;
  tries: number;
};

/** A worker and what it is doing. */
interface Place {
  readonly port: Port;
  build?: Build;
  /** The job that it thinks about, wanted or not. */
  running?: number;
  flag?: StopFlag;
  timer?: ReturnType<typeof setTimeout>;
}

/** How long an engine may be late before it counts as dead. */
const PATIENCE_MS = 8_000;
const TRIES = 2;

const startWorker = (): Port =>
  new Worker(new URL('./worker/engineWorker.ts', import.meta.url), { type: 'module', name: 'engine' });

interface Options {
  /** How many threads may think, where there are threads. */
  threads?: number;
  /** Hears that a worker has died and its order is tried again. */
  onRetry?: () => void;
  /** Hears why the engine evaluates a game without its network, and so plays worse. */
  onUntaught?: (reason: string) => void;
  /** Hears why the engine plays a game without its opening book. */
  onBookless?: (reason: string) => void;
  /** Starts a worker. */
  start?: () => Port;
}

export class EngineClient {
  /** How many threads may think from the next order on. */
  threads: number;
  #onRetry: (() => void) | undefined;
  #onUntaught: ((reason: string) => void) | undefined;
  #onBookless: ((reason: string) => void) | undefined;
  #start: () => Port;
  #place: Place | undefined;
  /** The newest order that is not answered yet. */
  #job: Job | undefined;
  #nextId = 1;
  #build: Build | undefined;
  #isStale = false;

  constructor({ threads = 1, onRetry, onUntaught, onBookless, start = startWorker }: Options = {}) {
    this.threads = threads;
    this.#onRetry = onRetry;
    this.#onUntaught = onUntaught;
    this.#onBookless = onBookless;
    this.#start = start;
  }

  /** What runs, once it is known. */
  get build(): Build | undefined {
    return this.#build;
  }

  /** Thinks about a position until it has an answer; an order without limits goes on until it is stopped. Rejects with
   *  an `EngineFailure`. */
  search(
    position: Position,
    order: Order,
    onReport: (report: Report) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<Answer> {
    if (signal?.aborted) return Promise.reject(new EngineFailure('stopped'));
    return new Promise<Answer>((resolve, reject) => {
      this.#take({ kind: 'go', position, order, onReport, resolve }, reject, signal);
    });
  }

  /** Reviews the game that leads to a position, with a search of so many nodes for each of its positions. Its sentences
   *  are in a language. Rejects with an `EngineFailure`. */
  review(
    position: Position,
    { language, nodes }: { language: string; nodes: number },
    onLooking: (looking: Looking) => void,
    signal?: AbortSignal,
  ): Promise<Review> {
    if (signal?.aborted) return Promise.reject(new EngineFailure('stopped'));
    return new Promise<Review>((resolve, reject) => {
      this.#take({ kind: 'review', position, language, nodes, onLooking, resolve }, reject, signal);
    });
  }

  #take(work: Work, reject: (failure: EngineFailure) => void, signal?: AbortSignal): void {
    const job: Job = { ...work, id: this.#nextId, reject, tries: 1 };
    this.#nextId += 1;
    this.#end('replaced');
    this.#job = job;
    signal?.addEventListener('abort', () => this.#job === job && this.#end('stopped'), { once: true });
    this.#give();
  }

  /** Ends the search; its promise rejects with `stopped`. */
  stop(): void {
    this.#end('stopped');
  }

  /** Has what earlier searches found out forgotten before the next one: another game begins. */
  forget(): void {
    this.#isStale = true;
  }

  /** Ends the search and the worker. A later order starts another one. */
  close(): void {
    this.#end('stopped');
    this.#dismiss();
  }

  #end(reason: Reason, message?: string): void {
    const job = this.#job;
    if (!job) return;
    this.#job = undefined;
    this.#halt();
    job.reject(new EngineFailure(reason, message));
  }

  /** Hands the job over as soon as a worker is there and at rest. */
  #give(): void {
    const place = (this.#place ??= this.#hire());
    const job = this.#job;
    if (!job || !place.build || place.running !== undefined) return;
    if (this.#isStale) place.port.postMessage({ kind: 'forget' });
    this.#isStale = false;
    place.running = job.id;
    const { id, position } = job;
    if (job.kind === 'review') {
      const { language, nodes } = job;
      place.port.postMessage({ kind: 'review', id, position, language, nodes, threads: this.threads });
      return;
    }
    const { order } = job;
    place.port.postMessage({ kind: 'go', id, position, order, threads: this.threads });
    const allowed = order.moveTimeMs ?? order.clocks?.[0].leftMs;
    if (allowed !== undefined) this.#expectRest(allowed + PATIENCE_MS);
  }

  /** Brings a worker to rest that thinks about something that nobody wants. */
  #halt(): void {
    const place = this.#place;
    if (!place || place.running === undefined || place.running === this.#job?.id) return;
    if (place.build?.kind === 'single') {
      // Without shared memory a thinking worker hears nothing.
      this.#dismiss();
      this.#place = this.#hire();
    } else if (place.flag) {
      Atomics.store(new Uint8Array(place.flag.memory), place.flag.address, 1);
      this.#expectRest(PATIENCE_MS);
    }
  }

  #expectRest(ms: number): void {
    const place = this.#place;
    if (!place) return;
    clearTimeout(place.timer);
    place.timer = setTimeout(() => this.#lose('it does not answer'), ms);
  }

  #hire(): Place {
    const place: Place = { port: this.#start() };
    const { port } = place;
    port.onmessage = ({ data }) => this.#hear(place, data);
    port.onerror = (event) => {
      event.preventDefault();
      // A script that cannot be fetched has no message.
      if (place.build) this.#lose(event.message);
      else this.#giveUp(event.message);
    };
    port.onmessageerror = () => this.#lose('its message cannot be read');
    return place;
  }

  #dismiss(): void {
    const place = this.#place;
    if (!place) return;
    this.#place = undefined;
    clearTimeout(place.timer);
    place.port.onmessage = place.port.onerror = place.port.onmessageerror = null;
    place.port.terminate();
  }

  #hear(place: Place, message: Message): void {
    switch (message.kind) {
      case 'ready':
        this.#build = place.build = message.build;
        this.#give();
        return;
      case 'unavailable':
        this.#giveUp(message.reason);
        return;
      case 'died':
        this.#lose(message.reason);
        return;
      case 'untaught':
        this.#onUntaught?.(message.reason);
        return;
      case 'bookless':
        this.#onBookless?.(message.reason);
        return;
      case 'started':
        if (message.flag) place.flag = message.flag;
        this.#halt();
        return;
      case 'report':
        if (message.id === this.#job?.id && this.#job.kind === 'go') this.#job.onReport(message.report);
        return;
      case 'looking':
        if (message.id === this.#job?.id && this.#job.kind === 'review') this.#job.onLooking(message.looking);
        return;
      case 'answer':
      case 'reviewed':
      case 'refused':
        this.#settle(place, message);
    }
  }

  #settle(place: Place, message: Extract<Message, { kind: 'answer' | 'reviewed' | 'refused' }>): void {
    clearTimeout(place.timer);
    delete place.running;
    delete place.flag;
    const job = this.#job;
    if (job?.id === message.id) {
      this.#job = undefined;
      if (message.kind === 'refused') job.reject(new EngineFailure('refused', message.reason));
      else if (message.kind === 'answer' && job.kind === 'go') job.resolve(message.answer);
      else if (message.kind === 'reviewed' && job.kind === 'review' && message.review)
        job.resolve(message.review);
      else job.reject(new EngineFailure('stopped'));
    }
    if (this.#job) this.#give();
  }

  /** The worker is lost; what it was to do is done by another. */
  #lose(why: string): void {
    const wasRunning = this.#place?.running;
    this.#dismiss();
    const job = this.#job;
    if (!job) return;
    if (wasRunning === job.id) {
      if (job.tries === TRIES) {
        this.#end('died', why);
        return;
      }
      job.tries += 1;
      this.#onRetry?.();
    }
    this.#give();
  }

  #giveUp(why: string): void {
    this.#dismiss();
    this.#end('unavailable', why);
  }
}
