//! The state of a lesson task: its position, the attempts, and their outcome, which the rules decide.
import { stepMs } from '../../base/theme.svelte';
import { Playback } from '../../game/playback.svelte';
import { checkTask, type Explanation, type Played, type Task } from '../../lib/rules';
import { startOf } from './start';

/** The outcome of the last attempt; `open` before the first. */
export type Phase = 'open' | 'missed' | 'refused' | 'onward' | 'solved' | 'shown';

export class TaskRun extends Playback {
  why: Explanation | undefined = $state.raw();
  /** A legal move that does not solve the task. */
  missed: Played | undefined = $state.raw();
  phase: Phase = $state('open');
  tries: number = $state(0);

  constructor(
    readonly task: Task,
    private readonly onsolved: () => void,
  ) {
    super(startOf(task), stepMs);
  }

  get isOver(): boolean {
    return this.phase === 'solved' || this.phase === 'shown';
  }

  /** The squares that help to find the next move; empty if the solution does not continue from here. */
  get hint(): readonly string[] {
    const { moves, snapshot } = this.tree;
    if (moves.length === 0) return this.task.hint;
    const isOnTrack = moves.every((uci, at) => uci === this.task.solution[at]);
    const next = this.task.solution[moves.length];
    const from = isOnTrack ? snapshot.moves.find(({ uci }) => uci === next)?.from : undefined;
    return from === undefined ? [] : [from];
  }

  /** Plays a legal move of the visitor. */
  play(uci: string): void {
    if (this.isBusy || this.isOver) return;
    const attempt = this.#check(uci);
    const played = this.#move(uci);
    this.tries += 1;
    this.phase = 'open';
    switch (attempt.kind) {
      case 'solved':
        this.#solved();
        break;
      case 'next':
        this.run(this.#answer(attempt.reply));
        break;
      case 'missed':
        this.phase = 'missed';
        this.missed = played;
        this.run(this.#takeBack());
    }
  }

  /** Handles an illegal move by the visitor, which is the solution of some tasks. */
  refuse(why: Explanation): void {
    if (this.isBusy || this.isOver) return;
    this.why = why;
    this.tries += 1;
    if (why.uci !== undefined && this.#check(why.uci).kind === 'solved') this.#solved();
    else this.phase = 'refused';
  }

  override reset(): void {
    super.reset();
    this.why = undefined;
    this.phase = 'open';
  }

  /** Plays the solution from the start of the task. */
  show(): void {
    this.reset();
    this.run(this.#solution());
  }

  *#answer(uci: string): Generator<void> {
    yield;
    this.#move(uci);
    this.phase = 'onward';
  }

  *#takeBack(): Generator<void> {
    yield;
    this.tree.undo();
  }

  *#solution(): Generator<void> {
    for (const uci of this.task.solution) {
      yield;
      const said = this.tree.game.explain(uci);
      if (said.legal) this.#move(uci);
      else this.why = said;
    }
    yield;
    this.phase = 'shown';
  }

  #check(uci: string): ReturnType<typeof checkTask> {
    return checkTask(this.task.variant, this.task.name, [...this.tree.moves, uci]);
  }

  #move(uci: string): Played {
    this.why = undefined;
    return this.tree.play(uci);
  }

  #solved(): void {
    this.phase = 'solved';
    this.onsolved();
  }
}
