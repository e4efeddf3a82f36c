//! A task being worked on: the position, what was tried, and what became of it. The rules decide; this only goes along.
import { rulesLanguage, variantOf } from '../../base/catalog.svelte';
import { stepMs } from '../../base/theme.svelte';
import {
  checkTask,
  newGame,
  type Explanation,
  type Game,
  type Played,
  type Snapshot,
  type Task,
  type Variant,
} from '../../lib/rules';

/** How long a move stays to be seen before it is answered or taken back. */
const REST_MS = 750;

/** What there is to say: nothing yet, or what became of the last try. */
export type Phase = 'open' | 'missed' | 'refused' | 'onward' | 'solved' | 'shown';

export class TaskRun {
  readonly variant: Variant;
  readonly game: Game;
  snapshot: Snapshot;
  last: Played | undefined = $state.raw();
  why: Explanation | undefined = $state.raw();
  /** The move that missed what is asked for. */
  missed: Played | undefined = $state.raw();
  phase: Phase = $state('open');
  tries: number = $state(0);
  /** Whether something moves by itself. */
  isBusy: boolean = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly task: Task,
    private readonly onsolved: () => void,
  ) {
    const variant = variantOf(task.variant);
    if (!variant) throw new Error(`there is no variant ${task.variant}`);
    this.variant = variant;
    this.game = newGame(task.variant, rulesLanguage(), task.fen);
    this.snapshot = $state.raw(this.game.snapshot());
  }

  get isOver(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }

  /** The squares to look at for the next move; none if the solution does not go on from here. */
  get hint(): readonly string[] {
    const moves = this.game.moves();
    if (moves.length === 0) return this.task.hint;
    const isOnTrack = moves.every((uci, at) => uci === this.task.solution[at]);
    const next = this.task.solution[moves.length];
    const from = isOnTrack ? this.snapshot.moves.find(({ uci }) => uci === next)?.from : undefined;
    return from === undefined ? [] : [from];
  }

  /** The visitor plays a legal move. */
  play(uci: string): void {
    if (this.isBusy || this.isOver) return;
    const attempt = this.#check(uci);
    const rest = this.#move(uci);
    this.tries += 1;
    this.phase = 'open';
    switch (attempt.kind) {
      case 'solved':
        this.#solved();
        break;
      case 'next':
        this.#wait(rest, () => {
          this.#move(attempt.reply);
          this.#settle('onward');
        });
        break;
      case 'missed':
        this.phase = 'missed';
        this.missed = this.last;
        this.#wait(rest, () => {
          this.game.undo();
          this.last = undefined;
          this.snapshot = this.game.snapshot();
          this.#settle('missed');
        });
    }
  }

  /** The visitor tries what the rules refuse: in some tasks that is what is asked for. */
  refuse(why: Explanation): void {
    if (this.isBusy || this.isOver) return;
    this.why = why;
    this.tries += 1;
    if (why.uci !== undefined && this.#check(why.uci).kind === 'solved') this.#solved();
    else this.phase = 'refused';
  }

  /** Begins anew. */
  reset(): void {
    this.stop();
    this.why = undefined;
    this.last = undefined;
    this.phase = 'open';
    while (this.game.undo());
    this.snapshot = this.game.snapshot();
  }

  /** Plays the solution. */
  show(): void {
    this.reset();
    this.#showFrom(0);
  }

  /** Ends what is going on by itself. */
  stop(): void {
    clearTimeout(this.#timer);
    this.isBusy = false;
  }

  #showFrom(at: number): void {
    const uci = this.task.solution[at];
    if (uci === undefined) {
      this.#settle('shown');
      return;
    }
    this.#wait(at === 0 ? REST_MS / 2 : REST_MS, () => {
      const said = this.game.explain(uci);
      let rest = REST_MS;
      if (said.legal) rest = this.#move(uci);
      else this.why = said;
      this.#wait(rest, () => this.#showFrom(at + 1));
    });
  }

  #check(uci: string): ReturnType<typeof checkTask> {
    return checkTask(this.variant.id, this.task.name, [...this.game.moves(), uci]);
  }

  /** Plays a move; how long it is to be looked at. */
  #move(uci: string): number {
    this.why = undefined;
    const played = this.game.play(uci);
    this.last = played;
    this.snapshot = this.game.snapshot();
    return REST_MS + played.events.length * stepMs();
  }

  #solved(): void {
    this.phase = 'solved';
    this.onsolved();
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
