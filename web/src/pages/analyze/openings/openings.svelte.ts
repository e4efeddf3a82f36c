//! What the opening book of a variant knows, once somebody wants to see it.
import { sentence } from '../../../base/faults';
import { fetchBook } from '../../../lib/books';
import { newBook, type Book, type BookMove, type Game, type Snapshot } from '../../../lib/rules';

export type Phase =
  { kind: 'loading' } | { kind: 'none' } | { kind: 'failed'; text: string } | { kind: 'ready' };

export class Openings {
  /** Whether the book is shown. */
  isOpen = $state(false);
  phase: Phase = $state.raw({ kind: 'loading' });
  #book: Book | undefined = $state.raw();
  #isWanted = false;

  constructor(variant: string) {
    $effect(() => {
      if (this.isOpen && !this.#isWanted) void this.#load(variant);
    });
  }

  /** The moves of the book where a game stands, best first. The game is the same object everywhere: the snapshot tells
   *  that it has gone on. */
  moves(game: Game, { ending }: Snapshot): BookMove[] {
    return ending ? [] : (this.#book?.moves(game) ?? []);
  }

  free(): void {
    this.#book?.free();
    this.#book = undefined;
  }

  async #load(variant: string): Promise<void> {
    this.#isWanted = true;
    try {
      const text = await fetchBook(variant);
      if (text !== undefined) this.#book = newBook(variant, text);
      this.phase = { kind: text === undefined ? 'none' : 'ready' };
    } catch (error) {
      this.phase = { kind: 'failed', text: sentence(error) };
    }
  }
}
