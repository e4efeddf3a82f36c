//! The opening book of a variant, loaded on demand.
import { sentence } from '../../../base/errors';
import { fetchBook } from '../../../lib/books';
import { newBook, type Book, type BookMove, type Game, type Snapshot } from '../../../lib/rules';

export type Phase =
  { kind: 'loading' } | { kind: 'none' } | { kind: 'failed'; text: string } | { kind: 'ready' };

export class Openings {
  /** True if the book is shown. */
  isOpen = $state(false);
  phase: Phase = $state.raw({ kind: 'loading' });
  #book: Book | undefined = $state.raw();
  #isWanted = false;

  constructor(variant: string) {
    $effect(() => {
      if (this.isOpen && !this.#isWanted) void this.#load(variant);
    });
  }

  /**
   * Returns the book moves in the current position of a game, best first. The game object is always the same, so the
   * snapshot serves as the reactive dependency.
   */
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
