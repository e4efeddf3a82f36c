//! What the page wants of the server and has no answer to yet: resent unchanged until there is one.
import { newId, type Request, type Wish } from './frames';

interface Waiting {
  readonly request: Request;
  readonly done: (seq: number | undefined) => void;
  readonly failed: (error: Error) => void;
}

/** Where requests are kept beyond the life of the page. */
export interface Shelf {
  readonly keep: (request: Request) => void;
  readonly forget: (id: string) => void;
}

export class Requests {
  readonly #waiting = new Map<string, Waiting>();

  constructor(private readonly shelf?: Shelf) {}

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

  /** Takes up a request of an earlier life of the page. */
  resume(request: Request, failed: (error: Error) => void = () => undefined): void {
    this.#waiting.set(request.id, { request, done: () => undefined, failed });
  }

  fulfill(id: string, seq: number | undefined): void {
    this.#take(id)?.done(seq);
  }

  fail(id: string, error: Error): void {
    this.#take(id)?.failed(error);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    this.shelf?.forget(id);
    return waiting;
  }
}
