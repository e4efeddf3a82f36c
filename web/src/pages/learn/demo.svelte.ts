//! A playable diagram: its position, the moves made in it, and the reason why a move was illegal.
import { announce } from '../../base/announce';
import { play as sound } from '../../base/sound';
import { stepMs } from '../../base/theme.svelte';
import { Playback } from '../../game/playback.svelte';
import type { Diagram, Explanation } from '../../lib/rules';
import { startOf } from './start';

export class Demo extends Playback {
  why: Explanation | undefined = $state.raw();

  constructor(private readonly diagram: Diagram) {
    super(startOf(diagram), stepMs);
  }

  /** Plays a move of the visitor. */
  play(uci: string): void {
    this.stop();
    this.#move(uci);
  }

  refuse(why: Explanation): void {
    this.stop();
    this.why = why;
  }

  /** Returns to the position of the diagram. */
  override reset(): void {
    super.reset();
    this.why = undefined;
  }

  /** Plays the moves of the diagram one after another. */
  show(): void {
    this.reset();
    this.run(this.#moves());
  }

  /** Attempts a move that the rule forbids. */
  try(uci: string): void {
    this.reset();
    this.why = this.tree.game.explain(uci);
    sound('refusal');
    announce(this.why.text, 'assertive');
  }

  *#moves(): Generator<void> {
    for (const uci of this.diagram.moves) {
      yield;
      this.#move(uci);
    }
  }

  #move(uci: string): void {
    this.why = undefined;
    this.tree.play(uci);
  }
}
