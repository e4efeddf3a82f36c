//! The worker's side of the protocol: executes commands one after the other and sends their results.
import type { Engine, Package } from './builds';
import type { Command, Message, Position, StopFlag } from './protocol';

/** The size of the transposition table. */
const HASH_MEGABYTES = 32;

export class Desk {
  /** The queue of commands, executed one after the other. */
  #work: Promise<void> = Promise.resolve();
  #engine: Engine | undefined;
  #variant = '';
  #threads = 1;
  #hasBook = false;

  constructor(
    readonly engines: Package,
    readonly tell: (message: Message) => void,
    readonly fetchNetwork: (id: string) => Promise<Uint8Array | undefined>,
    readonly fetchBook: (variant: string) => Promise<string | undefined>,
  ) {
    tell({ kind: 'ready', build: engines.build });
  }

  obey(command: Command): Promise<void> {
    this.#work = this.#work.then(() => this.#obey(command));
    return this.#work;
  }

  async #obey(command: Command): Promise<void> {
    try {
      if (command.kind === 'go') await this.#go(command);
      else if (command.kind === 'review') await this.#review(command);
      else this.#engine?.newGame();
    } catch (error) {
      this.#complain(error, command);
    }
  }

  async #go({ id, position, order, threads }: Extract<Command, { kind: 'go' }>): Promise<void> {
    const engine = await this.#engineOf(position, threads);
    if (order.book) await this.#openBook(engine);
    this.#start(engine, id);
    const answer = engine.go(order, (report) => this.tell({ kind: 'report', id, report }));
    this.tell({ kind: 'answer', id, answer });
  }

  async #review(command: Extract<Command, { kind: 'review' }>): Promise<void> {
    const { id, position, language, nodes, threads } = command;
    const engine = await this.#engineOf(position, threads);
    this.#start(engine, id);
    const { fen, moves } = position;
    const review = engine.review(fen, [...moves], language, nodes, (looking) =>
      this.tell({ kind: 'looking', id, looking }),
    );
    this.tell({ kind: 'reviewed', id, ...(review ? { review } : {}) });
  }

  /** Reports the start of the work and the flag that stops it. */
  #start(engine: Engine, id: number): void {
    const flag = this.#lowered(engine.stopAddress());
    this.tell({ kind: 'started', id, ...(flag ? { flag } : {}) });
  }

  async #engineOf({ variant, fen, moves }: Position, threads: number): Promise<Engine> {
    if (!this.#engine || this.#variant !== variant) {
      this.#engine?.free();
      this.#engine = undefined;
      const engine = this.engines.engine(variant, HASH_MEGABYTES);
      await this.#teach(engine);
      this.#engine = engine;
      this.#variant = variant;
      this.#threads = 1;
      this.#hasBook = false;
    }
    this.#engine.setPosition(fen, [...moves]);
    const wanted = Math.min(threads, this.engines.build.threads);
    if (wanted !== this.#threads) this.#engine.setThreads(wanted);
    this.#threads = wanted;
    return this.#engine;
  }

  /** Loads the network of an engine. Without it, or with one of another version, the engine works and reports why. */
  async #teach(engine: Engine): Promise<void> {
    try {
      const network = await this.fetchNetwork(engine.network);
      if (network) engine.setNetwork(network);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.tell({ kind: 'untaught', reason: reasonOf(error) });
    }
  }

  /** Loads the opening book of an engine. Without it, the engine searches from the first move and reports why. */
  async #openBook(engine: Engine): Promise<void> {
    if (this.#hasBook) return;
    this.#hasBook = true;
    try {
      const book = await this.fetchBook(this.#variant);
      if (book !== undefined) engine.setBook(book);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.tell({ kind: 'bookless', reason: reasonOf(error) });
    }
  }

  /** Returns the cleared stop flag of a search, or undefined without shared memory. */
  #lowered(address: number): StopFlag | undefined {
    const { buffer } = this.engines.memory();
    if (typeof SharedArrayBuffer !== 'function' || !(buffer instanceof SharedArrayBuffer)) return undefined;
    Atomics.store(new Uint8Array(buffer), address, 0);
    return { memory: buffer, address };
  }

  #complain(error: unknown, command: Command): void {
    const reason = reasonOf(error);
    // After a trap, the memory of the engine is in an undefined state.
    const isBroken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isBroken || command.kind === 'forget') this.tell({ kind: 'died', reason });
    else this.tell({ kind: 'refused', id: command.id, reason });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
