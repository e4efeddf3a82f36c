//! The selected turning point, and the playback of its lines on the board.
import { ownNames } from '../../../base/ownName';
import { ownSide } from '../../../game/ownSide';
import type { NodeId } from '../../../game/nodes';
import { ROOT, type GameTree, type MoveNode } from '../../../game/tree.svelte';
import type { Shape } from '../../../board/types';
import type { Color, LineMove } from '../../../lib/rules';

import type { GameEvaluation, Turn } from './gameEvaluation.svelte';

/** The number of plies that are played back. */
const SHOWN = 8;
/** The time between two moves. */
const STEP_MS = 1100;

export class Turns {
  readonly #evaluation: GameEvaluation;
  readonly #tree: () => GameTree;
  #selected: NodeId | undefined = $state();
  /** The side whose mistakes are practiced, once it has been chosen. */
  #chosenSide: Color | 'both' | undefined = $state();
  /** True while the player is asked for the better moves. */
  isLearning: boolean = $state(false);
  /** The turning point whose better move has been found or shown. */
  #revealed: NodeId | undefined = $state();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(evaluation: GameEvaluation, tree: () => GameTree) {
    this.#evaluation = evaluation;
    this.#tree = tree;
  }

  get all(): readonly Turn[] {
    return this.#evaluation.turns;
  }

  /** The visitor's side, if the record reveals it. */
  readonly ownSide: Color | undefined = $derived.by(() => ownSide(this.#tree().headers, ownNames()));

  /** The side whose mistakes are practiced. */
  get practiced(): Color | 'both' {
    return this.#chosenSide ?? this.ownSide ?? 'both';
  }
  set practiced(side: Color | 'both') {
    this.#chosenSide = side;
    this.#revealed = undefined;
    this.close();
    const [first] = this.shown;
    if (first) this.select(first);
  }

  /** The visible turning points: in practice, only those of the practiced side. */
  get shown(): readonly Turn[] {
    const { isLearning, practiced } = this;
    if (!isLearning || practiced === 'both') return this.all;
    return this.all.filter(({ ply }) => this.#tree().moveNumber(ply).color === practiced);
  }

  get selected(): Turn | undefined {
    return this.all.find(({ judged }) => judged.node.id === this.#selected);
  }

  /** True if the board shows the position in which the selected mistake was made. */
  readonly #isBefore: boolean = $derived.by(() => {
    const { selected } = this;
    return selected !== undefined && this.#tree().current === this.#before(selected);
  });

  /** True if the better move of the selected turning point has yet to be found. */
  get isAsking(): boolean {
    return this.isLearning && this.#selected !== undefined && this.#revealed !== this.#selected;
  }

  /** The move that the player has tried instead of the mistake. */
  readonly attempt: MoveNode | undefined = $derived.by(() => {
    const { selected } = this;
    const { here } = this.#tree();
    if (!selected || here.kind !== 'move' || here.id === selected.judged.node.id) return undefined;
    return here.parent === this.#before(selected) ? here : undefined;
  });

  /** True if the attempt is the better move. */
  get isFound(): boolean {
    return this.attempt !== undefined && this.attempt.played.uci === this.selected?.better[0]?.uci;
  }

  /** The better move, on top of the one that was played. */
  readonly arrows: readonly Shape[] = $derived.by(() => {
    const { selected } = this;
    if (!selected || !this.#isBefore) return [];
    const { moves } = this.#tree().snapshot;
    const arrow = (uci: string | undefined, brush: 'yellow' | 'blue'): Shape[] => {
      const move = moves.find((one) => one.uci === uci);
      return move ? [{ kind: 'arrow', from: move.from, to: move.to, brush }] : [];
    };
    const played = arrow(selected.judged.node.played.uci, 'yellow');
    return this.isAsking ? played : [...played, ...arrow(selected.better[0]?.uci, 'blue')];
  });

  /** The squares of the effects that the move of the turning point depends on. */
  readonly squares: readonly string[] = $derived.by(() => {
    const { selected } = this;
    if (!selected || !this.#isBefore || this.isAsking) return [];
    return selected.reasons.flatMap((reason) => (reason.kind === 'cause' ? reason.squares : []));
  });

  #before(turn: Turn): NodeId {
    return this.#tree().mainLine()[turn.ply - 2]?.id ?? ROOT;
  }

  /** Goes to the position in which a mistake was made. */
  select(turn: Turn): void {
    this.stop();
    this.#selected = turn.judged.node.id;
    this.#tree().go(this.#before(turn));
  }

  /** Starts or ends practice. */
  learn(): void {
    this.isLearning = !this.isLearning;
    this.#revealed = undefined;
    if (!this.isLearning) return;
    const { selected, shown } = this;
    const first = selected && shown.includes(selected) ? selected : shown[0];
    if (first) this.select(first);
    else this.close();
  }
  /** Takes the attempt back. */
  retry(): void {
    const { attempt, selected } = this;
    if (!selected) return;
    if (attempt && attempt.children.length === 0) this.#tree().delete(attempt.id);
    this.#tree().go(this.#before(selected));
  }
  /** Shows the better move. */
  reveal(): void {
    this.#revealed = this.#selected;
  }

  /** Closes the selected turning point. */
  close(): void {
    this.stop();
    this.#selected = undefined;
  }

  /** Goes to the next or previous turning point, relative to the current position. */
  step(by: 1 | -1): void {
    const ply = this.selected?.ply ?? this.#tree().here.ply + (by > 0 ? 0 : 1);
    const next =
      by > 0 ? this.shown.find((turn) => turn.ply > ply) : this.shown.findLast((turn) => turn.ply < ply);
    if (next) this.select(next);
  }

  /** Plays the better line move by move. */
  playBetter(turn: Turn): void {
    this.select(turn);
    this.#play(turn.better);
  }

  /** Plays the mistake and its refutation move by move. */
  playRefutation(turn: Turn): void {
    this.select(turn);
    const { uci, san } = turn.judged.node.played;
    this.#play([{ uci, san }, ...turn.refutation]);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #play(line: readonly LineMove[]): void {
    const tree = this.#tree();
    const moves = line.slice(0, SHOWN);
    const from = tree.current;
    const step = (at: number, expected: NodeId): void => {
      const move = moves[at];
      // The visitor has gone to another position in the meantime, and stays there.
      if (!move || tree !== this.#tree() || tree.current !== expected) return;
      tree.play(move.uci);
      const here = tree.current;
      this.#timer = setTimeout(() => step(at + 1, here), STEP_MS);
    };
    this.#timer = setTimeout(() => step(0, from), STEP_MS / 2);
  }
}
