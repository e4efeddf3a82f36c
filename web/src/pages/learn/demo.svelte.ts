//! A diagram that is played in: its position, the moves made in it, and why one was illegal.
import { announce } from '../../base/announce';
import { rulesLanguage, variantOf } from '../../base/catalog.svelte';
import { play as sound } from '../../base/sound';
import { stepMs } from '../../base/theme.svelte';
import {
  newGame,
  type Diagram,
  type Explanation,
  type Game,
  type Played,
  type Snapshot,
  type Variant,
} from '../../lib/rules';

/** How long an eye rests on a position before the next move is shown. */
const REST_MS = 650;

export class Demo {
  readonly variant: Variant;
  readonly game: Game;
  snapshot: Snapshot;
  last: Played | undefined = $state.raw();
  why: Explanation | undefined = $state.raw();
  isShowing: boolean = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly diagram: Diagram) {
    const variant = variantOf(diagram.variant);
    if (!variant) throw new Error(`there is no variant ${diagram.variant}`);
    this.variant = variant;
    this.game = newGame(diagram.variant, rulesLanguage(), diagram.fen);
    this.snapshot = $state.raw(this.game.snapshot());
  }

  /** Plays a move of the visitor. */
  play(uci: string): void {
    this.stop();
    this.#play(uci);
  }

  refuse(why: Explanation): void {
    this.stop();
    this.why = why;
  }

  /** Goes back to the position of the diagram. */
  reset(): void {
    this.stop();
    this.why = undefined;
    this.last = undefined;
    while (this.game.undo());
    this.snapshot = this.game.snapshot();
  }

  /** Plays the moves of the diagram, one after another. */
  show(): void {
    this.reset();
    this.isShowing = true;
    this.#wait(REST_MS / 2, () => this.#showFrom(0));
  }

  /** Tries a move that the rule forbids. */
  try(uci: string): void {
    this.reset();
    this.why = this.game.explain(uci);
    sound('refusal');
    announce(this.why.text, 'assertive');
  }

  /** Ends what is going on by itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.isShowing = false;
  }

  #showFrom(at: number): void {
    const uci = this.diagram.moves[at];
    if (uci === undefined) {
      this.isShowing = false;
      return;
    }
    const { events } = this.#play(uci);
    this.#wait(REST_MS + events.length * stepMs(), () => this.#showFrom(at + 1));
  }

  #play(uci: string): Played {
    this.why = undefined;
    const played = this.game.play(uci);
    this.last = played;
    this.snapshot = this.game.snapshot();
    return played;
  }

  #wait(ms: number, then: () => void): void {
    this.#timer = setTimeout(then, ms);
  }
}
