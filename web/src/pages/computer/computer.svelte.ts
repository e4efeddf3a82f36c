//! The computer at a table: plays its moves, gives hints, considers offers, and evaluates positions. Failures are shown
//! by the page and never block a game.
import { sentence } from '../../base/errors';
import { t } from '../../base/messages.svelte';
import { notify } from '../../base/notices.svelte';
import { warnMissingNetwork } from '../../base/engineWarnings';
import { leftAt } from '../../game/clock';
import { ask, newSeed, type SearchPurpose, type Clocks } from '../../game/opponent';
import { EngineClient, EngineFailure, isIntended, type Position } from '../../lib/engine';
import {
  acceptsDraw,
  type SearchResult,
  type Color,
  type Preview,
  type Report,
  type Score,
} from '../../lib/rules';
import type { Table } from './table.svelte';

/** The value of a position for White. */
export interface Evaluation {
  readonly score: Score;
  readonly depth: number;
}

export type Tip = { kind: 'thinking' } | { kind: 'move'; preview: Preview };

/** The minimum time of a move, because faster ones cannot be followed. */
const SHORTEST_MS = 450;

const forWhite = (score: Score, turn: Color): Score =>
  turn === 'white' || score.value === 0 ? score : { ...score, value: -score.value };

export class Computer {
  readonly table: Table;
  isThinking = $state(false);
  /** The problem that keeps the computer from playing, in words. */
  trouble: string | undefined = $state();
  tip: Tip | undefined = $state.raw();
  /** The value of the current position, as far as it is known. */
  evaluation: Evaluation | undefined = $state.raw();
  /** The number of retries. */
  attempts = $state(0);
  #seed = newSeed();
  #engine = new EngineClient({
    onRetry: () => notify(t('play.engine.retry'), { kind: 'warning' }),
    onMissingNetwork: warnMissingNetwork,
    onMissingBook: (reason) => notify(t('engine.noBook', { reason }), { kind: 'warning' }),
  });

  constructor(table: Table) {
    this.table = table;
    this.#engine.forget();
  }

  /** Plays for its side until the signal aborts it. */
  async move(level: number, signal: AbortSignal): Promise<void> {
    this.isThinking = true;
    this.tip = undefined;
    try {
      const clocks = this.#clocks();
      const purpose: SearchPurpose = {
        kind: 'level',
        level,
        seed: this.#nextSeed(),
        ...(clocks ? { clocks } : {}),
      };
      const earliest = performance.now() + (clocks ? 0 : SHORTEST_MS);
      const { best } = await this.#search(this.#position(), this.table.head.turn, purpose, signal);
      await new Promise((resolve) => setTimeout(resolve, earliest - performance.now()));
      if (best !== undefined && !signal.aborted) this.table.play(best, performance.now());
    } catch (error) {
      this.#showError(error);
    } finally {
      if (!signal.aborted) this.isThinking = false;
    }
  }

  /** Aborts the search for a move. */
  stopThinking(): void {
    this.isThinking = false;
  }

  /** Searches for a good move at full strength. */
  async advise(): Promise<void> {
    const { head } = this.table;
    this.tip = { kind: 'thinking' };
    try {
      const { best } = await this.#search(this.#position(), head.turn, { kind: 'short' });
      if (this.table.head !== head) return;
      this.tip = best === undefined ? undefined : { kind: 'move', preview: this.#preview(best) };
    } catch (error) {
      this.tip = undefined;
      this.#showError(error);
    }
  }

  /** Returns true if it would accept a draw; undefined if that is unknown. The person is to move. */
  async considersDraw(): Promise<boolean | undefined> {
    const { plies, head } = this.table;
    try {
      const { score } = await this.#search(this.#position(), head.turn, { kind: 'short' });
      return score && this.table.head === head ? acceptsDraw(score, plies.length) : undefined;
    } catch (error) {
      this.#showError(error);
      return undefined;
    }
  }

  /** Evaluates the current position for the evaluation bar. */
  async evaluate(signal: AbortSignal): Promise<void> {
    const { tree } = this.table;
    const position = { ...this.#position(), moves: tree.moves };
    try {
      await this.#search(position, tree.snapshot.turn, { kind: 'evaluation' }, signal);
    } catch (error) {
      if (!isIntended(error)) this.evaluation = undefined;
    }
  }

  again(): void {
    this.trouble = undefined;
    this.attempts += 1;
  }

  close(): void {
    this.#engine.close();
  }

  #position(): Position {
    const { setup, variant, plies } = this.table;
    const moves = plies.map(({ played }) => played.uci);
    return { variant: variant.id, ...(setup.fen ? { fen: setup.fen } : {}), moves };
  }

  #search(
    position: Position,
    turn: Color,
    purpose: SearchPurpose,
    signal?: AbortSignal,
  ): Promise<SearchResult> {
    const onReport = ({ line, score, depth, bound }: Report): void => {
      const isShown = this.table.tree.here.ply === position.moves.length;
      if (line !== 1 || bound !== 'exact' || !isShown) return;
      this.evaluation = { score: forWhite(score, turn), depth };
    };
    return ask(this.#engine, position, purpose, onReport, signal);
  }

  #clocks(): Clocks | undefined {
    const { clock } = this.table;
    if (!clock) return undefined;
    const now = performance.now();
    const clockOf = (color: Color) => ({
      leftMs: leftAt(clock, color, now),
      incrementMs: clock.control.incrementMs,
    });
    return [clockOf('white'), clockOf('black')];
  }

  /** Returns the effects of a move in the latest position. */
  #preview(uci: string): Preview {
    this.table.tree.end();
    return this.table.tree.game.preview(uci);
  }

  /** Returns a new seed for every move, so that the lower levels vary. */
  #nextSeed(): number {
    this.#seed = (this.#seed + 0x9e37_79b9) % 2 ** 32;
    return this.#seed;
  }

  #showError(error: unknown): void {
    if (isIntended(error)) return;
    const reason = error instanceof EngineFailure ? error.reason : 'died';
    this.trouble =
      reason === 'refused'
        ? t('play.engine.refused', { reason: sentence(error) })
        : t(reason === 'unavailable' ? 'play.engine.unavailable' : 'play.engine.died');
  }
}
