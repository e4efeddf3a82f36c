//! The opponent's threat: the best move after a pass, as an arrow.
import type { Shape } from '../../../board/types';
import { EngineClient } from '../../../lib/engine';
import { newGame, type LegalMove, type Snapshot, type Variant } from '../../../lib/rules';

/** The time of the search. */
const SEARCH_MS = 700;
/** The delay before a search, so that stepping through a game does not search every position. */
const SETTLE_MS = 120;

/** Returns the FEN of a position after a pass: the other side is to move, and en passant is impossible. */
export function passed(fen: string): string {
  const [board = '', turn, castling = '-', , ...rest] = fen.split(' ');
  return [board, turn === 'w' ? 'b' : 'w', castling, '-', ...rest].join(' ');
}

/** Returns the moves after a pass; empty if passing is impossible, as in check, or if the game is over. */
export function movesAfterPass(variant: Variant, { fen, ending }: Snapshot, language: string): LegalMove[] {
  if (ending) return [];
  try {
    const game = newGame(variant.id, language, passed(fen));
    try {
      return game.snapshot().moves;
    } finally {
      game.free();
    }
  } catch {
    return [];
  }
}

export class Threat {
  isOn = $state(false);
  arrows: readonly Shape[] = $state.raw([]);
  #client: EngineClient | undefined;
  #variant: Variant;

  /** `position` is read whenever it changes; it returns undefined if no threat is wanted. */
  constructor(variant: Variant, language: () => string, position: () => Snapshot | undefined) {
    this.#variant = variant;
    $effect(() => {
      const snapshot = this.isOn ? position() : undefined;
      const currentLanguage = language();
      this.arrows = [];
      if (!snapshot) return;
      const abort = new AbortController();
      const timer = setTimeout(() => void this.#search(snapshot, currentLanguage, abort.signal), SETTLE_MS);
      return () => {
        clearTimeout(timer);
        abort.abort();
      };
    });
    $effect(() => () => this.#client?.close());
  }

  async #search(snapshot: Snapshot, language: string, signal: AbortSignal): Promise<void> {
    const moves = movesAfterPass(this.#variant, snapshot, language);
    if (moves.length === 0) return;
    const position = { variant: this.#variant.id, fen: passed(snapshot.fen), moves: [] };
    this.#client ??= new EngineClient();
    try {
      const { best } = await this.#client.search(position, { moveTimeMs: SEARCH_MS }, undefined, signal);
      const move = moves.find(({ uci }) => uci === best);
      if (move && !signal.aborted)
        this.arrows = [{ kind: 'arrow', from: move.from, to: move.to, brush: 'red' }];
    } catch {
      // Without an engine there is no arrow; the engine panel shows the reason.
    }
  }
}
