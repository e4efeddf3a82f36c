//! A plan in progress: its lines are played on a board, starting from the current position of the game. The rules
//! decide which moves are legal.
import { GameTree, type NodeId } from '../../../game/tree.svelte';
import type { Color, Variant } from '../../../lib/rules';
import type { Plan } from '../../../live/http';
import {
  answerTo,
  branchAt,
  countOf,
  isSame,
  linesOf,
  partingOf,
  withLine,
  withoutLine,
  type Branches,
  type Path,
  type PlanReach,
} from './plan';

/** The game of the plan. */
export interface PlannedGame {
  readonly variant: Variant;
  /** The FEN of the starting position, if it is not the variant's own. */
  readonly fen?: string | undefined;
  /** The moves played so far, in UCI. */
  readonly moves: readonly string[];
}

/** The storage state of a plan and its reach. */
export interface PlanState extends PlanReach {
  readonly kind: 'saved' | 'saving' | 'failed';
}

/** The game of a plan, with the functions that load and save it. */
export interface Planning extends PlannedGame {
  /** The number of the last act of the game. */
  readonly after: number;
  /** The side of the planning player. */
  readonly side: Color;
  /** Loads the stored plan; undefined if there is none. */
  readonly load: () => Promise<Plan | undefined>;
  /** Stores a plan; one without branches deletes it. */
  readonly save: (plan: Plan) => Promise<void>;
  /** Called when the storage state changes. */
  readonly onstate: (state: PlanState) => void;
}

/** A move of a line, for display. */
export interface ShownMove {
  /** The line up to and including the move. */
  readonly path: Path;
  readonly san: string;
  readonly number: number;
  readonly color: Color;
}

/** A line, for display. */
export interface ShownLine {
  readonly path: Path;
  /** The path to the first answer that no other line shares. */
  readonly parting: Path;
  readonly moves: readonly ShownMove[];
}

export class Planner {
  readonly tree: GameTree;
  /** The node of the game's current position. */
  readonly #base: NodeId;
  #saved: Branches = $state.raw([]);
  #branches: Branches = $state.raw([]);

  /** Throws a one-sentence error if the moves of the game are illegal. */
  constructor({ variant, fen, moves }: PlannedGame, language: string) {
    this.tree = GameTree.start(variant, fen, language);
    for (const move of moves) this.tree.play(move);
    this.#base = this.tree.current;
  }

  get branches(): Branches {
    return this.#branches;
  }
  /** The number of planned answers. */
  readonly count: number = $derived.by(() => countOf(this.#branches));
  /** True if there are unsaved changes. */
  readonly isChanged: boolean = $derived.by(() => !isSame(this.#branches, this.#saved));
  /** The moves from the current position of the game to the one on the board. */
  readonly line: Path = $derived.by(() => this.#lineOf(this.tree.current));
  /** True if the next move is the opponent's. */
  readonly isExpecting: boolean = $derived.by(() => this.line.length % 2 === 0);
  /** The answer to the move on the board. */
  readonly answer: string | undefined = $derived.by(() =>
    this.isExpecting ? undefined : answerTo(this.#branches, this.line),
  );
  /** True if the position on the board follows a planned answer. */
  readonly isPlanned: boolean = $derived.by(() => branchAt(this.#branches, this.line) !== undefined);
  readonly lines: readonly ShownLine[] = $derived.by(() => {
    const lines = linesOf(this.#branches);
    return lines.map((path) => ({ path, parting: partingOf(lines, path), moves: this.#shown(path) }));
  });

  /** Takes over a stored plan, without the moves that the rules reject. */
  take(branches: Branches): void {
    this.#saved = branches;
    this.#branches = linesOf(branches).reduce<Branches>(
      (legal, line) => withLine(legal, this.#walked(line)),
      [],
    );
    this.home();
  }
  /** Marks a plan as stored. */
  settle(kept: Branches): void {
    this.#saved = kept;
  }

  /**
   * Plays a move on the board; an answer becomes part of the plan. Throws a one-sentence error if the move is illegal.
   */
  play(uci: string): void {
    this.tree.play(uci);
    if (this.isExpecting) this.#branches = withLine(this.#branches, this.line);
  }
  /** Takes a move back on the board; the plan is unchanged. */
  back(): boolean {
    return this.tree.current !== this.#base && this.tree.back();
  }
  /** Goes to the current position of the game. */
  home(): void {
    this.tree.go(this.#base);
  }
  /** Goes to the end of a path. */
  show(path: Path): void {
    this.#walked(path);
  }
  /** Removes an answer and its continuations. */
  remove(path: Path): void {
    this.#branches = withoutLine(this.#branches, path);
    const isUnder = path.every((uci, at) => this.line[at] === uci);
    if (isUnder) this.show(path.slice(0, -2));
  }
  clear(): void {
    this.#branches = [];
    this.home();
  }
  speak(language: string): void {
    this.tree.speak(language);
  }
  /** Frees the WebAssembly game. */
  free(): void {
    this.tree.free();
  }

  #lineOf(id: NodeId): Path {
    const path: string[] = [];
    for (let at = id; at !== this.#base;) {
      const node = this.tree.node(at);
      if (node.kind === 'root') break;
      path.push(node.played.uci);
      at = node.parent;
    }
    return path.reverse();
  }

  /** Plays a path on the board as far as it is legal, and returns that part. */
  #walked(path: Path): Path {
    this.home();
    const legal: string[] = [];
    for (const uci of path) {
      try {
        legal.push(this.tree.play(uci).uci);
      } catch {
        break;
      }
    }
    return legal;
  }

  /** Returns the moves of a line that has been on the board. */
  #shown(line: Path): ShownMove[] {
    let id = this.#base;
    return line.flatMap((uci, at) => {
      const next = this.tree
        .node(id)
        .children.map((child) => this.tree.node(child))
        .find((node) => node.kind === 'move' && node.played.uci === uci);
      if (next?.kind !== 'move') return [];
      id = next.id;
      return [{ path: line.slice(0, at + 1), san: next.played.san, ...this.tree.moveNumber(next.ply) }];
    });
  }
}
