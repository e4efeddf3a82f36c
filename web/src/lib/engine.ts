//! The engine for the app: one search at a time, without blocking the page. A new request
//! replaces the previous one. A crashed worker is replaced, and its request is retried once.
import type { SearchResult, ReviewProgress, SearchRequest, Report, Review } from './rules';
import type { Build, Command, Message, Position, StopFlag } from './worker/protocol';

export type { Build, Position } from './worker/protocol';

/** The reason why a search has no answer. */
export type Reason =
  | 'stopped'
  /** A newer request replaced it. */
  | 'replaced'
  /** The position or the request is invalid; the message gives the reason. */
  | 'refused'
  /** The engine could not be loaded. */
  | 'unavailable'
  /** The engine crashed twice in a row. */
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

/** Returns true if the search ended on purpose, so that no error needs to be shown. */
export const isIntended = (error: unknown): boolean =>
  error instanceof EngineFailure && (error.reason === 'stopped' || error.reason === 'replaced');

/** The part of a worker that the client uses. */
export interface Port {
  postMessage(command: Command): void;
  terminate(): void;
  onmessage: ((event: MessageEvent<Message>) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
}

/** The work for the worker, and its callbacks. */
type Work =
  | {
      readonly kind: 'go';
      readonly position: Position;
      readonly order: SearchRequest;
      readonly onReport: (report: Report) => void;
      readonly resolve: (answer: SearchResult) => void;
    }
  | {
      readonly kind: 'review';
      readonly position: Position;
      readonly language: string;
      readonly nodes: number;
      readonly onLooking: (looking: ReviewProgress) => void;
      readonly resolve: (review: Review) => void;
    };

type Job = Work & {
  readonly id: number;
  readonly reject: (failure: EngineFailure) => void;
  tries: number;
};

/** A worker and its current state. */
interface WorkerSlot {
  readonly port: Port;
  build?: Build;
  /** The job in progress, even if it is no longer wanted. */
  running?: number;
  flag?: StopFlag;
  timer?: ReturnType<typeof setTimeout>;
}

/** The time that an engine may overrun before it counts as crashed. */
const PATIENCE_MS = 8_000;
const TRIES = 2;

const startWorker = (): Port =>
  new Worker(new URL('./worker/engineWorker.ts', import.meta.url), { type: 'module', name: 'engine' });

interface Options {
  /** The number of threads, if threads are available. */
  threads?: number;
  /** Called when a worker has crashed and its request is retried. */
  onRetry?: () => void;
  /** Called with the reason when the engine evaluates without its network, and so plays worse. */
  onMissingNetwork?: (reason: string) => void;
  /** Called with the reason when the engine plays without its opening book. */
  onMissingBook?: (reason: string) => void;
  start?: () => Port;
}

/** A client of the engine in a worker. A new search replaces the previous one, whose promise is rejected. */
export class EngineClient {
  /** The number of threads from the next request on. */
  threads: number;
  #onRetry: (() => void) | undefined;
  #onMissingNetwork: ((reason: string) => void) | undefined;
  #onMissingBook: ((reason: string) => void) | undefined;
  #start: () => Port;
  #slot: WorkerSlot | undefined;
  /** The newest unanswered request. */
  #job: Job | undefined;
  #nextId = 1;
  #build: Build | undefined;
  #isStale = false;

  constructor({ threads = 1, onRetry, onMissingNetwork, onMissingBook, start = startWorker }: Options = {}) {
    this.threads = threads;
    this.#onRetry = onRetry;
    this.#onMissingNetwork = onMissingNetwork;
    this.#onMissingBook = onMissingBook;
    this.#start = start;
  }

  /** The running build, once it is known. */
  get build(): Build | undefined {
    return this.#build;
  }

  /** Searches a position. A request without limits runs until it is stopped. Rejects with an `EngineFailure`. */
  search(
    position: Position,
    order: SearchRequest,
    onReport: (report: Report) => void = () => undefined,
    signal?: AbortSignal,
  ): Promise<SearchResult> {
    if (signal?.aborted) return Promise.reject(new EngineFailure('stopped'));
    return new Promise<SearchResult>((resolve, reject) => {
      this.#take({ kind: 'go', position, order, onReport, resolve }, reject, signal);
    });
  }

  /**
   * Reviews the game that leads to a position, with `nodes` nodes for each of its positions and texts in `language`.
   * Rejects with an `EngineFailure`.
   */
  review(
    position: Position,
    { language, nodes }: { language: string; nodes: number },
    onLooking: (looking: ReviewProgress) => void,
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

  /** Stops the search; its promise rejects with `stopped`. */
  stop(): void {
    this.#end('stopped');
  }

  /** Clears the results of earlier searches before the next one, because a new game begins. */
  forget(): void {
    this.#isStale = true;
  }

  /** Stops the search and the worker. A later request starts a new one. */
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

  /** Sends the job as soon as a worker is ready and idle. */
  #give(): void {
    const slot = (this.#slot ??= this.#startWorker());
    const job = this.#job;
    if (!job || !slot.build || slot.running !== undefined) return;
    if (this.#isStale) slot.port.postMessage({ kind: 'forget' });
    this.#isStale = false;
    slot.running = job.id;
    const { id, position } = job;
    if (job.kind === 'review') {
      const { language, nodes } = job;
      slot.port.postMessage({ kind: 'review', id, position, language, nodes, threads: this.threads });
      return;
    }
    const { order } = job;
    slot.port.postMessage({ kind: 'go', id, position, order, threads: this.threads });
    const allowed = order.moveTimeMs ?? order.clocks?.[0].leftMs;
    if (allowed !== undefined) this.#expectRest(allowed + PATIENCE_MS);
  }

  /** Stops a worker that is busy with an unwanted job. */
  #halt(): void {
    const slot = this.#slot;
    if (!slot || slot.running === undefined || slot.running === this.#job?.id) return;
    if (slot.build?.kind === 'single') {
      // Without shared memory, a busy worker receives no messages.
      this.#dismiss();
      this.#slot = this.#startWorker();
    } else if (slot.flag) {
      Atomics.store(new Uint8Array(slot.flag.memory), slot.flag.address, 1);
      this.#expectRest(PATIENCE_MS);
    }
  }

  #expectRest(ms: number): void {
    const slot = this.#slot;
    if (!slot) return;
    clearTimeout(slot.timer);
    slot.timer = setTimeout(() => this.#lose('it does not answer'), ms);
  }

  #startWorker(): WorkerSlot {
    const slot: WorkerSlot = { port: this.#start() };
    const { port } = slot;
    port.onmessage = ({ data }) => this.#onMessage(slot, data);
    port.onerror = (event) => {
      event.preventDefault();
      // The error event of a script that cannot be fetched has no message.
      if (slot.build) this.#lose(event.message);
      else this.#giveUp(event.message);
    };
    port.onmessageerror = () => this.#lose('its message cannot be read');
    return slot;
  }

  #dismiss(): void {
    const slot = this.#slot;
    if (!slot) return;
    this.#slot = undefined;
    clearTimeout(slot.timer);
    slot.port.onmessage = slot.port.onerror = slot.port.onmessageerror = null;
    slot.port.terminate();
  }

  #onMessage(slot: WorkerSlot, message: Message): void {
    switch (message.kind) {
      case 'ready':
        this.#build = slot.build = message.build;
        this.#give();
        return;
      case 'unavailable':
        this.#giveUp(message.reason);
        return;
      case 'died':
        this.#lose(message.reason);
        return;
      case 'no-network':
        this.#onMissingNetwork?.(message.reason);
        return;
      case 'no-book':
        this.#onMissingBook?.(message.reason);
        return;
      case 'started':
        if (message.flag) slot.flag = message.flag;
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
        this.#settle(slot, message);
    }
  }

  #settle(slot: WorkerSlot, message: Extract<Message, { kind: 'answer' | 'reviewed' | 'refused' }>): void {
    clearTimeout(slot.timer);
    delete slot.running;
    delete slot.flag;
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

  /** Handles the loss of the worker: a new one takes over its job. */
  #lose(why: string): void {
    const wasRunning = this.#slot?.running;
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
