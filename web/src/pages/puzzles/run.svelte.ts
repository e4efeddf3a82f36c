//! A puzzle being solved: the mistake is shown, moves are tried, and right ones answered. What is legal and how a game
//! ends, the rules decide; this compares moves with the solution.
import { rulesLanguage } from '../../base/catalog.svelte';
import { stepMs } from '../../base/theme.svelte';
import { newGame, type Color, type Game, type Played, type Snapshot, type Variant } from '../../lib/rules';
import type { Puzzle } from './puzzles';
import type { Try } from './record';

/** How long a move stays to be seen before it is answered or taken back. */
const REST_MS = 700;

/** What makes a puzzle count as missed. */
export type Failure = 'hint' | 'solution' | 'miss';

/** What there is to say: the mistake is being shown, a move is asked for, or what became of the last try. */
export type Phase = 'mistake' | 'open' | 'wrong' | 'onward' | 'solved' | 'shown';

export class PuzzleRun {
  readonly game: Game;
  readonly solver: Color;
  snapshot: Snapshot;
  last: Played | undefined = $state.raw();
  /** The move that was wrong. */
  missed: Played | undefined = $state.raw();
  /** The solver's moves so far. */
  found: readonly Played[] = $state.raw([]);
  phase: Phase = $state('mistake');
  /** Whether something moves by itself. */
  isBusy: boolean = $state(false);
  /** Why it counts as missed: a hint, the solution, or a wrong move, whichever came first. */
  failure: Failure | undefined = $state();
  /** The solver's moves that are not those of the solution. */
  tries: readonly Try[] = $state.raw([]);
  #at = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    variant: Variant,
    readonly puzzle: Puzzle,
    /** Hears once what became of it: at the first miss or help, or when it is solved without. */
    private readonly onjudged: (isSolved: boolean) => void,
  ) {
    this.game = newGame(variant.id, rulesLanguage(), puzzle.fen);
    this.snapshot = $state.raw(this.game.snapshot());
    this.solver = this.snapshot.turn === 'white' ? 'black' : 'white';
  }

  get isOver(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }

  /** Shows the mistake; then a move is asked for. */
  begin(): void {
    this.#wait(REST_MS, () => this.#wait(this.#move(), () => this.#settle('open')));
  }

  /** The square of the piece that is to move. */
  get hint(): string | undefined {
    const uci = this.puzzle.moves[this.#at];
    return this.snapshot.moves.find((move) => move.uci === uci)?.from;
  }

  /** The visitor plays a legal move. */
  play(uci: string): void {
    if (this.isBusy || this.isOver) return;
    const isExpected = uci === this.puzzle.moves[this.#at];
    if (!isExpected) this.tries = [...this.tries, { at: this.#at, uci }];
    const rest = this.#move(uci);
    // Whoever wins on the spot is right, whatever else would have won.
    const hasWon = this.snapshot.ending?.winner === this.solver;
    if (!isExpected && !hasWon) {
      this.#missed(rest);
      return;
    }
    if (this.last) this.found = [...this.found, this.last];
    if (hasWon || this.#at === this.puzzle.moves.length) {
      this.phase = 'solved';
      if (!this.failure) this.onjudged(true);
    } else {
      this.phase = 'onward';
      this.#wait(rest, () => this.#wait(this.#move(), () => this.#settle('onward')));
    }
  }

  /** Counts the puzzle as missed, once. */
  fail(failure: Failure): void {
    if (this.failure || this.isOver) return;
    this.failure = failure;
    this.onjudged(false);
  }

  /** Plays the rest of the solution. */
  show(): void {
    this.fail('solution');
    this.#showRest();
  }

  /** Ends what is going on by itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.isBusy = false;
  }

  #showRest(): void {
    if (this.#at >= this.puzzle.moves.length) {
      this.#settle('shown');
      return;
    }
    const isSolvers = this.snapshot.turn === this.solver;
    const rest = this.#move();
    if (isSolvers && this.last) this.found = [...this.found, this.last];
    this.#wait(rest, () => this.#showRest());
  }

  #missed(rest: number): void {
    this.phase = 'wrong';
    this.missed = this.last;
    this.fail('miss');
    this.#wait(rest, () => {
      this.game.undo();
      this.#at -= 1;
      this.last = undefined;
      this.snapshot = this.game.snapshot();
      this.#settle('wrong');
    });
  }

  /** Plays a move, the next of the puzzle if none is given; how long it is to be looked at. */
  #move(uci: string | undefined = this.puzzle.moves[this.#at]): number {
    if (uci === undefined) return 0;
    const played = this.game.play(uci);
    this.#at += 1;
    this.last = played;
    this.snapshot = this.game.snapshot();
    return REST_MS + played.events.length * stepMs();
  }

  #settle(phase: Phase): void {
    this.isBusy = false;
    this.phase = phase;
  }

  #wait(ms: number, then: () => void): void {
    this.isBusy = true;
    this.#timer = setTimeout(then, ms);
  }
}
