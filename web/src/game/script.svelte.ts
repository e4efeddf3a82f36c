//! A game that plays moves by itself: an answer, a solution, the moves of a diagram. Knows nothing of the board that shows it.
import { tick } from 'svelte';

import type { GameTree } from './tree.svelte';

/** The time to look at a position before the next move. With the animation of a usual move it comes to about a second:
 *  after less, moves are overlooked, and after more, an answer feels late. */
export const REST_MS = 700;

export class Script {
  /** Whether moves are played by themselves. */
  isBusy: boolean = $state(false);
  #steps: Iterator<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes the tree over, to the end of its memory. */
  constructor(
    readonly tree: GameTree,
    private readonly stepMs: () => number,
  ) {}

  /** Carries out steps in place of those under way. At each `yield` the last move is animated and looked at. */
  run(steps: Iterator<void>): void {
    this.stop();
    this.#steps = steps;
    this.isBusy = true;
    this.#goOn(steps);
  }

  /** Leaves out the steps that remain. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#steps = undefined;
    this.isBusy = false;
  }

  /** Stops, and takes all moves back. */
  reset(): void {
    this.stop();
    while (this.tree.undo());
  }

  /** Stops, and gives the memory of the rules back. */
  free(): void {
    this.stop();
    // The board reads the game until it is taken away.
    void tick().then(() => this.tree.free());
  }

  #goOn(steps: Iterator<void>): void {
    const { done } = steps.next();
    // A step may have stopped the script, or have begun another one.
    if (this.#steps !== steps) return;
    if (done) {
      this.isBusy = false;
      return;
    }
    const events = this.tree.last?.events.length ?? 0;
    this.#timer = setTimeout(() => this.#goOn(steps), REST_MS + events * this.stepMs());
  }
}
