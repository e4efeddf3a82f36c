//! The state of a puzzle in progress: shows the mistake, compares the solver's moves with the solution, and answers
//! them. The rules decide on legality and the end of the game.
import { rulesLanguage } from '../../base/catalog.svelte';
import { stepMs } from '../../base/theme.svelte';
import { other } from '../../game/color';
import { Playback } from '../../game/playback.svelte';
import { GameTree } from '../../game/tree.svelte';
import type { Color, Played, Variant } from '../../lib/rules';
import type { Puzzle } from './puzzles';
import type { Try } from './record';

/** The reasons why a puzzle counts as failed. */
export type Failure = 'hint' | 'solution' | 'miss';

/** The state of the puzzle: the mistake is being shown, a move is expected, or the outcome of the last attempt. */
export type Phase = 'mistake' | 'open' | 'wrong' | 'onward' | 'solved' | 'shown';

export class PuzzleRun extends Playback {
  readonly solver: Color;
  missed: Played | undefined = $state.raw();
  phase: Phase = $state('mistake');
  /** The first reason for which it counts as failed. */
  failure: Failure | undefined = $state();
  /** The solver's moves that differ from the solution. */
  tries: readonly Try[] = $state.raw([]);

  constructor(
    variant: Variant,
    readonly puzzle: Puzzle,
    /** Called once with the outcome: at the first wrong move or help, or when it is solved without. */
    private readonly onjudged: (isSolved: boolean) => void,
  ) {
    super(GameTree.start(variant, puzzle.fen, rulesLanguage()), stepMs);
    this.solver = other(this.tree.start.turn);
  }

  get isOver(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }

  /** Shows the mistake, then waits for a move. */
  begin(): void {
    this.run(this.#mistake());
  }

  /** The square of the piece to move. */
  get hint(): string | undefined {
    const [uci] = this.#rest;
    return this.tree.snapshot.moves.find((move) => move.uci === uci)?.from;
  }

  /** Plays a legal move of the visitor. */
  play(uci: string): void {
    if (this.isBusy || this.isOver) return;
    const isExpected = uci === this.#rest[0];
    if (!isExpected) this.tries = [...this.tries, { at: this.tree.moves.length, uci }];
    const played = this.tree.play(uci);
    // A move that wins at once is correct, even if the solution is a different one.
    const hasWon = this.tree.snapshot.ending?.winner === this.solver;
    if (!isExpected && !hasWon) {
      this.phase = 'wrong';
      this.missed = played;
      this.fail('miss');
      this.run(this.#takeBack());
    } else if (hasWon || this.#rest.length === 0) {
      this.phase = 'solved';
      if (!this.failure) this.onjudged(true);
    } else {
      this.phase = 'onward';
      this.run(this.#answer());
    }
  }

  /** Counts the puzzle as failed, once. */
  fail(failure: Failure): void {
    if (this.failure || this.isOver) return;
    this.failure = failure;
    this.onjudged(false);
  }

  /** Plays the rest of the solution. */
  show(): void {
    this.fail('solution');
    this.run(this.#solution());
  }

  /** The moves of the puzzle that have not been played. */
  get #rest(): readonly string[] {
    return this.puzzle.moves.slice(this.tree.moves.length);
  }

  *#mistake(): Generator<void> {
    yield* this.#answer();
    this.phase = 'open';
  }

  *#answer(): Generator<void> {
    yield;
    const [uci] = this.#rest;
    if (uci !== undefined) this.tree.play(uci);
    yield;
  }

  *#takeBack(): Generator<void> {
    yield;
    this.tree.undo();
  }

  *#solution(): Generator<void> {
    for (const uci of this.#rest) {
      this.tree.play(uci);
      yield;
    }
    this.phase = 'shown';
  }
}
