//! Automatic playback of moves, independent of the board: a reply, a solution, or the moves of a diagram.
import { tick } from 'svelte';

import type { GameTree } from './tree.svelte';

/**
 * The pause before the next move. With a usual animation a move takes about a second: with less, moves are overlooked;
 * with more, a reply feels slow.
 */
export const PAUSE_MS = 700;

export class Playback {
  /** True while moves are being played. */
  isBusy: boolean = $state(false);
  #steps: Iterator<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Takes ownership of the tree and frees it at the end. */
  constructor(
    readonly tree: GameTree,
    private readonly stepMs: () => number,
  ) {}

  /** Runs steps in place of the current ones. At each `yield` the last move is animated and a pause follows. */
  run(steps: Iterator<void>): void {
    this.stop();
    this.#steps = steps;
    this.isBusy = true;
    this.#step(steps);
  }

  /** Cancels the remaining steps. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#steps = undefined;
    this.isBusy = false;
  }

  /** Stops and takes all moves back. */
  reset(): void {
    this.stop();
    while (this.tree.undo());
  }

  /** Stops and frees the WebAssembly game. */
  free(): void {
    this.stop();
    // The board reads the game until it is unmounted.
    void tick().then(() => this.tree.free());
  }

  #step(steps: Iterator<void>): void {
    const { done } = steps.next();
    // A step may have stopped the playback or started another one.
    if (this.#steps !== steps) return;
    if (done) {
      this.isBusy = false;
      return;
    }
    const events = this.tree.last?.events.length ?? 0;
    this.#timer = setTimeout(() => this.#step(steps), PAUSE_MS + events * this.stepMs());
  }
}
