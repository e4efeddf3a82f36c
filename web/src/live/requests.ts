//! The unanswered requests, which are resent unchanged until they are answered.
import { newId, type Request, type Wish } from './frames';

interface Waiting {
  readonly request: Request;
  readonly done: (seq: number | undefined) => void;
  readonly failed: (error: Error) => void;
}

/** The storage for requests that must survive the page, by person. */
export interface Shelf {
  readonly keep: (request: Request) => void;
  readonly forget: (id: string) => void;
  /** Returns the requests of the current person. */
  readonly kept: () => readonly Request[];
  /** Called when the server rejects a stored request. */
  readonly refused: (error: Error) => void;
}

export class Requests {
  readonly #waiting = new Map<string, Waiting>();

  constructor(private readonly shelf?: Shelf) {
    this.#resume();
  }

  /** The unanswered requests, oldest first. */
  get open(): Request[] {
    return [...this.#waiting.values()].map(({ request }) => request);
  }

  /** Adds a request with a new id. The promise resolves with the number of the resulting act, if any. */
  add(wish: Wish): { request: Request; answer: Promise<number | undefined> } {
    const request: Request = { ...wish, id: newId() };
    const answer = new Promise<number | undefined>((done, failed) => {
      this.#waiting.set(request.id, { request, done, failed });
    });
    this.shelf?.keep(request);
    return { request, answer };
  }

  /** Drops the requests of the previous person, which stay stored, and resumes those of the current one. */
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
