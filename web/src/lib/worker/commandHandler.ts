//! The command handler in the engine's worker: executes commands one after the other and sends their results.
import type { Engine, Package } from './builds';
import type { Command, Message, Position, StopFlag } from './protocol';

/** The size of the transposition table. */
const HASH_MEGABYTES = 32;

export class CommandHandler {
  /** The queue of commands, executed one after the other. */
  #work: Promise<void> = Promise.resolve();
  #engine: Engine | undefined;
  #variant = '';
  #threads = 1;
  #hasBook = false;

  constructor(
    readonly engines: Package,
    readonly send: (message: Message) => void,
    readonly fetchNetwork: (id: string) => Promise<Uint8Array | undefined>,
    readonly fetchBook: (variant: string) => Promise<string | undefined>,
  ) {
    send({ kind: 'ready', build: engines.build });
  }

  handle(command: Command): Promise<void> {
    this.#work = this.#work.then(() => this.#execute(command));
    return this.#work;
  }

  async #execute(command: Command): Promise<void> {
    try {
      if (command.kind === 'go') await this.#go(command);
      else if (command.kind === 'review') await this.#review(command);
      else this.#engine?.newGame();
    } catch (error) {
      this.#reportError(error, command);
    }
  }

  async #go({ id, position, order, threads }: Extract<Command, { kind: 'go' }>): Promise<void> {
    const engine = await this.#engineOf(position, threads);
    if (order.book) await this.#loadBook(engine);
    this.#start(engine, id);
    const answer = engine.go(order, (report) => this.send({ kind: 'report', id, report }));
    this.send({ kind: 'answer', id, answer });
  }

  async #review(command: Extract<Command, { kind: 'review' }>): Promise<void> {
    const { id, position, language, nodes, threads } = command;
    const engine = await this.#engineOf(position, threads);
    this.#start(engine, id);
    const { fen, moves } = position;
    const review = engine.review(fen, [...moves], language, nodes, (looking) =>
      this.send({ kind: 'looking', id, looking }),
    );
    this.send({ kind: 'reviewed', id, ...(review ? { review } : {}) });
  }

  /** Reports the start of the work and the flag that stops it. */
  #start(engine: Engine, id: number): void {
    const flag = this.#clearFlag(engine.stopAddress());
    this.send({ kind: 'started', id, ...(flag ? { flag } : {}) });
  }

  async #engineOf({ variant, fen, moves }: Position, threads: number): Promise<Engine> {
    if (!this.#engine || this.#variant !== variant) {
      this.#engine?.free();
      this.#engine = undefined;
      const engine = this.engines.engine(variant, HASH_MEGABYTES);
      await this.#loadNetwork(engine);
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
  async #loadNetwork(engine: Engine): Promise<void> {
    try {
      const network = await this.fetchNetwork(engine.network);
      if (network) engine.setNetwork(network);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.send({ kind: 'no-network', reason: reasonOf(error) });
    }
  }

  /** Loads the opening book of an engine. Without it, the engine searches from the first move and reports why. */
  async #loadBook(engine: Engine): Promise<void> {
    if (this.#hasBook) return;
    this.#hasBook = true;
    try {
      const book = await this.fetchBook(this.#variant);
      if (book !== undefined) engine.setBook(book);
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) throw error;
      this.send({ kind: 'no-book', reason: reasonOf(error) });
    }
  }

  /** Returns the cleared stop flag of a search, or undefined without shared memory. */
  #clearFlag(address: number): StopFlag | undefined {
    const { buffer } = this.engines.memory();
    if (typeof SharedArrayBuffer !== 'function' || !(buffer instanceof SharedArrayBuffer)) return undefined;
    Atomics.store(new Uint8Array(buffer), address, 0);
    return { memory: buffer, address };
  }

  #reportError(error: unknown, command: Command): void {
    const reason = reasonOf(error);
    // After a trap, the memory of the engine is in an undefined state.
    const isBroken = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
    if (isBroken || command.kind === 'forget') this.send({ kind: 'died', reason });
    else this.send({ kind: 'refused', id: command.id, reason });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
