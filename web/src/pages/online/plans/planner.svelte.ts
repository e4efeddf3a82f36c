//! A plan while it is made: lines are played on a board from where the game stands. The rules say what a move is.
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
} from './plan';

/** The game that is planned for. */
export interface Standing {
  readonly variant: Variant;
  /** The FEN of its start, where that is not the variant's. */
  readonly fen?: string | undefined;
  /** What has been played, in UCI. */
  readonly moves: readonly string[];
}

/** Whether what is planned is stored, and how many lines that is. */
export interface PlanState {
  readonly kind: 'saved' | 'saving' | 'failed';
  readonly lines: number;
}

/** Where a plan comes from, and where it goes. */
export interface Planning extends Standing {
  /** The number of the last act of the game. */
  readonly after: number;
  /** The side of whoever plans. */
  readonly side: Color;
  /** The plan that is kept; none if there is none. */
  readonly load: () => Promise<Plan | undefined>;
  /** Keeps a plan; one without branches takes it away. */
  readonly save: (plan: Plan) => Promise<void>;
  /** The plan is kept, or is not yet. */
  readonly onstate: (state: PlanState) => void;
}

/** A move of a line as it is shown. */
export interface ShownMove {
  /** The line up to it. */
  readonly path: Path;
  readonly san: string;
  readonly number: number;
  readonly color: Color;
}

/** A line as it is shown. */
export interface ShownLine {
  readonly path: Path;
  /** The first answer that no other line goes through. */
  readonly parting: Path;
  readonly moves: readonly ShownMove[];
}

export class Planner {
  readonly tree: GameTree;
  /** Where the game stands. */
  readonly #base: NodeId;
  #saved: Branches = $state.raw([]);
  #branches: Branches = $state.raw([]);

  /** Throws one clear sentence if the game cannot be played to where it stands. */
  constructor({ variant, fen, moves }: Standing, language: string) {
    this.tree = GameTree.start(variant, fen, language);
    for (const move of moves) this.tree.play(move);
    this.#base = this.tree.current;
  }

  /** What is planned. */
  get branches(): Branches {
    return this.#branches;
  }
  /** How many answers are planned. */
  readonly count: number = $derived.by(() => countOf(this.#branches));
  /** Whether there is something to save. */
  readonly isChanged: boolean = $derived.by(() => !isSame(this.#branches, this.#saved));
  /** The moves from where the game stands to what is on the board. */
  readonly line: Path = $derived.by(() => this.#lineOf(this.tree.current));
  /** Whether the move of the opponent is to be played that is expected. */
  readonly isExpecting: boolean = $derived.by(() => this.line.length % 2 === 0);
  /** The answer to the move on the board. */
  readonly answer: string | undefined = $derived.by(() =>
    this.isExpecting ? undefined : answerTo(this.#branches, this.line),
  );
  /** Whether the position on the board ends a planned answer. */
  readonly isPlanned: boolean = $derived.by(() => branchAt(this.#branches, this.line) !== undefined);
  readonly lines: readonly ShownLine[] = $derived.by(() => {
    const lines = linesOf(this.#branches);
    return lines.map((path) => ({ path, parting: partingOf(lines, path), moves: this.#shown(path) }));
  });

  /** Takes over a plan that is kept. What the rules refuse of it is left out. */
  take(branches: Branches): void {
    this.#saved = branches;
    this.#branches = linesOf(branches).reduce<Branches>(
      (legal, line) => withLine(legal, this.#walked(line)),
      [],
    );
    this.home();
  }
  /** The plan is kept as it is. */
  settle(kept: Branches): void {
    this.#saved = kept;
  }

  /** Plays a move behind what is on the board; an answer becomes part of the plan. Throws one clear sentence if the rules
   *  refuse it. */
  play(uci: string): void {
    this.tree.play(uci);
    if (this.isExpecting) this.#branches = withLine(this.#branches, this.line);
  }
  /** Takes a move back on the board; the plan stays. */
  back(): boolean {
    return this.tree.current !== this.#base && this.tree.back();
  }
  /** Goes to where the game stands. */
  home(): void {
    this.tree.go(this.#base);
  }
  /** Shows the end of a path. */
  show(path: Path): void {
    this.#walked(path);
  }
  /** Takes an answer out, with all that follows it. */
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
  /** Gives the memory of the rules back. */
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

  /** Plays a path on the board as far as the rules allow. */
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

  /** The moves of a line that has been on the board. */
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
