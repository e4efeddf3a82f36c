//! Pending requests, which are resent unchanged until the server answers.
import { newId, type Request, type NewRequest } from './frames';

interface PendingRequest {
  readonly request: Request;
  readonly done: (seq: number | undefined) => void;
  readonly failed: (error: Error) => void;
}

/** The storage for requests that must survive the page, by person. */
export interface RequestStorage {
  readonly save: (request: Request) => void;
  readonly forget: (id: string) => void;
  /** Returns the requests of the current person. */
  readonly load: () => readonly Request[];
  /** Called when the server rejects a stored request. */
  readonly refused: (error: Error) => void;
}

export class Requests {
  readonly #pending = new Map<string, PendingRequest>();

  constructor(private readonly storage?: RequestStorage) {
    this.#resume();
  }

  /** The unanswered requests, oldest first. */
  get open(): Request[] {
    return [...this.#pending.values()].map(({ request }) => request);
  }

  /** Adds a request with a new id. The promise resolves with the number of the resulting act, if any. */
  add(newRequest: NewRequest): { request: Request; answer: Promise<number | undefined> } {
    const request: Request = { ...newRequest, id: newId() };
    const answer = new Promise<number | undefined>((done, failed) => {
      this.#pending.set(request.id, { request, done, failed });
    });
    this.storage?.save(request);
    return { request, answer };
  }

  /** Drops the requests of the previous person, which stay stored, and resumes those of the current one. */
  changePerson(): void {
    this.#pending.clear();
    this.#resume();
  }

  fulfill(id: string, seq: number | undefined): void {
    this.#take(id)?.done(seq);
  }

  fail(id: string, error: Error): void {
    this.#take(id)?.failed(error);
  }

  #resume(): void {
    const { storage } = this;
    if (!storage) return;
    for (const request of storage.load())
      this.#pending.set(request.id, {
        request,
        done: () => undefined,
        failed: (error) => storage.refused(error),
      });
  }

  #take(id: string): PendingRequest | undefined {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.storage?.forget(id);
    return pending;
  }
}
