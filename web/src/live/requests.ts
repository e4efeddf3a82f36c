//! What the page wants of the server and has no answer to yet: resent unchanged until there is one.
import { newId, type Request, type Wish } from './frames';

interface Waiting {
  readonly request: Request;
  readonly done: (seq: number | undefined) => void;
  readonly failed: (error: Error) => void;
}

/** Where requests are kept beyond the life of the page, by person. */
export interface Shelf {
  readonly keep: (request: Request) => void;
  readonly forget: (id: string) => void;
  /** Those of the person who uses the page. */
  readonly kept: () => readonly Request[];
  /** Is told why the server refuses a kept request. */
  readonly refused: (error: Error) => void;
}

export class Requests {
  readonly #waiting = new Map<string, Waiting>();

  constructor(private readonly shelf?: Shelf) {
    this.#resume();
  }

  /** Those without an answer, the first first. */
  get open(): Request[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  /** Names a wish, and tells when it is answered: with the number of its act, if it has one. */
  add(wish: Wish): { request: Request; answer: Promise<number | undefined> } {
    const request: Request = { ...wish, id: newId() };
    const answer = new Promise<number | undefined>((done, failed) => {
      this.#waiting.set(request.id, { request, done, failed });
    });
    this.shelf?.keep(request);
    return { request, answer };
  }

  /** Leaves open requests to the person who made them, and takes up those of the person who uses the page instead. */
  changePerson(): void {
    this.#waiting.clear();
    this.#resume();
  }

  fulfill(id: string, seq: number | undefined): void {
    this.#take(id)?.done(seq);
  }

  fail(id: string, error: Error): void {
    this.#take(id)?.failed(error);
  }

  #resume(): void {
    const { shelf } = this;
    if (!shelf) return;
    for (const request of shelf.kept())
      this.#waiting.set(request.id, {
        request,
        done: () => undefined,
        failed: (error) => shelf.refused(error),
      });
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.shelf?.forget(id);
    return waiting;
  }
}
