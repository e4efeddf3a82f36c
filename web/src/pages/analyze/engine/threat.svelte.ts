//! What the side that is not to move would do if it were: the best answer to a pass, as an arrow.
import type { Shape } from '../../../board/types';
import { EngineClient } from '../../../lib/engine';
import { newGame, type LegalMove, type Snapshot, type Variant } from '../../../lib/rules';

/** How long a threat is looked for. */
const LOOK_MS = 700;
/** Who steps through a game does not want every position on the way looked at. */
const SETTLE_MS = 120;

/** The FEN of a position after a pass: the other side to move, and nothing to take in passing. */
export function passed(fen: string): string {
  const [board = '', turn, castling = '-', , ...rest] = fen.split(' ');
  return [board, turn === 'w' ? 'b' : 'w', castling, '-', ...rest].join(' ');
}

/** The moves after a pass; none where nobody may pass, as in check, or where the game is over. */
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

  /** `position` is read whenever it changes; there is none where no threat is wanted. */
  constructor(variant: Variant, language: () => string, position: () => Snapshot | undefined) {
    this.#variant = variant;
    $effect(() => {
      const snapshot = this.isOn ? position() : undefined;
      const said = language();
      this.arrows = [];
      if (!snapshot) return;
      const abort = new AbortController();
      const timer = setTimeout(() => void this.#look(snapshot, said, abort.signal), SETTLE_MS);
      return () => {
        clearTimeout(timer);
        abort.abort();
      };
    });
    $effect(() => () => this.#client?.close());
  }

  async #look(snapshot: Snapshot, language: string, signal: AbortSignal): Promise<void> {
    const moves = movesAfterPass(this.#variant, snapshot, language);
    if (moves.length === 0) return;
    const position = { variant: this.#variant.id, fen: passed(snapshot.fen), moves: [] };
    this.#client ??= new EngineClient();
    try {
      const { best } = await this.#client.search(position, { moveTimeMs: LOOK_MS }, undefined, signal);
      const move = moves.find(({ uci }) => uci === best);
      if (move && !signal.aborted)
        this.arrows = [{ kind: 'arrow', from: move.from, to: move.to, brush: 'red' }];
    } catch {
      // Without an engine there is no arrow; the engine's panel says why it cannot think.
    }
  }
}
