//! A game with its variations: where it stands, and how it changes. One game of the rules is kept at the current node;
//! it decides what a move is. Knows nothing of clocks, players, or how a tree is drawn.
import {
  newGame,
  newRecord,
  type Color,
  type Game,
  type Played,
  type Snapshot,
  type Variant,
} from '../lib/rules';

import {
  branchOf,
  childBy,
  emptyTree,
  lineFrom,
  nodeOf,
  parentOf,
  pathTo,
  promoted,
  recordFrom,
  ROOT,
  withComment,
  withMove,
  withNag,
  withResult,
  withTextBefore,
  without,
  type GameNode,
  type MoveNode,
  type NodeId,
  type Nodes,
} from './nodes';
import { isResult, type GameRecord, type Header, type RecordedMove, type Result } from './record';

export type { GameNode, MoveNode, NodeId, Nodes } from './nodes';
export { ROOT } from './nodes';

/** The record's moves up to the one that the rules refuse, and why. */
export interface Stop {
  /** The move as it is written. */
  move: string;
  ply: number;
  text: string;
}

export class GameTree {
  readonly variant: Variant;
  /** The tag pairs of its PGN, without those that follow from the game. . */
  headers: readonly Header[] = $state.raw([]);
  #nodes: Nodes = $state.raw(emptyTree());
  #current: NodeId = $state(ROOT);
  /** How the game ended where the rules see no end: by resignation, agreement, or on time. */
  #said: Result = $state('*');
  #snapshot: Snapshot;
  #game: Game;
  #start: Snapshot;
  #language: string;
  #begin: typeof newGame;
  #nextId = ROOT + 1;

  private constructor(variant: Variant, language: string, fen?: string, begin = newGame) {
    this.variant = variant;
    this.#language = language;
    this.#begin = begin;
    this.#game = $state.raw(begin(variant.id, language, fen));
    this.#start = $state.raw(this.#game.snapshot());
    this.#snapshot = $state.raw(this.#start);
  }

  /** A game without moves, which is played: draws by repetition and by fifty moves end it. Throws one clear sentence if the
   *  FEN is bad. */
  static start(variant: Variant, fen: string | undefined, language: string): GameTree {
    return new GameTree(variant, language, fen);
  }

  /** A record without moves, which goes on past these draws. Throws one clear sentence if the FEN is bad. */
  static record(variant: Variant, fen: string | undefined, language: string): GameTree {
    return new GameTree(variant, language, fen, newRecord);
  }

  /** The game of a record, at its start. Throws one clear sentence if the record's FEN is bad, or if a move is
   *  refused and nobody takes the stop; one who does gets the game up to there. */
  static fromRecord(
    variant: Variant,
    record: GameRecord,
    language: string,
    onStop?: (stop: Stop) => void,
    begin = newGame,
  ): GameTree {
    const tree = new GameTree(variant, language, record.fen, begin);
    tree.headers = record.headers;
    tree.comment(ROOT, record.comment ?? '');
    tree.#addLine(ROOT, record.moves, onStop);
    tree.#said = record.result;
    tree.first();
    return tree;
  }

  /** The game as a record; read again it gives the same tree. */
  toRecord(): GameRecord {
    const { comment } = this.node(ROOT);
    return {
      variant: this.variant.id,
      ...(this.#start.fen === this.variant.start ? {} : { fen: this.#start.fen }),
      headers: this.headers,
      ...(comment ? { comment } : {}),
      moves: recordFrom(this.#nodes, ROOT),
      result: this.result,
    };
  }

  get nodes(): Nodes {
    return this.#nodes;
  }
  /** The game of the rules, standing at the current node. It is the tree's: read it, copy it, do not play it. */
  get game(): Game {
    return this.#game;
  }
  /** The position at the current node. */
  get snapshot(): Snapshot {
    return this.#snapshot;
  }
  /** The position before the first move. */
  get start(): Snapshot {
    return this.#start;
  }
  get current(): NodeId {
    return this.#current;
  }
  get here(): GameNode {
    return this.node(this.#current);
  }
  /** The move that led to the current node. */
  get last(): Played | undefined {
    return this.here.kind === 'move' ? this.here.played : undefined;
  }
  /** The nodes from the first move to the current one. */
  get path(): readonly MoveNode[] {
    return pathTo(this.#nodes, this.#current);
  }
  /** The moves in UCI that lead to the current node. */
  get moves(): string[] {
    return this.path.map((node) => node.played.uci);
  }
  /** How the game ended: by its last position, else as it was said. */
  get result(): Result {
    return this.mainLine().at(-1)?.result ?? this.#said;
  }
  set result(result: Result) {
    this.#said = result;
  }

  node(id: NodeId): GameNode {
    return nodeOf(this.#nodes, id);
  }
  has(id: NodeId): boolean {
    return this.#nodes.has(id);
  }
  /** The game as it is told: first choices only. */
  mainLine(): readonly MoveNode[] {
    return lineFrom(this.#nodes, ROOT);
  }
  /** The line that the current node is in, from the first move to its end. */
  line(): readonly MoveNode[] {
    return [...this.path, ...lineFrom(this.#nodes, this.#current)];
  }
  /** The number of the move that makes a ply, and who makes it. */
  moveNumber(ply: number): { number: number; color: Color } {
    const { turn, fullmoves } = this.#start;
    const halves = ply - 1 + (turn === 'black' ? 1 : 0);
    return { number: fullmoves + Math.floor(halves / 2), color: halves % 2 === 0 ? 'white' : 'black' };
  }

  /** Plays a move in UCI or SAN behind the current node: follows it where the tree has it, else adds it. Throws one
   *  clear sentence if the rules refuse it. */
  play(text: string): Played {
    const played = this.#game.play(text);
    const known = childBy(this.#nodes, this.#current, played.uci);
    if (known) this.#current = known.id;
    else this.#append(played);
    this.#look();
    return played;
  }

  /** Goes to a node. */
  go(id: NodeId): void {
    if (id === this.#current || !this.has(id)) return;
    this.#walk(id);
    this.#look();
  }
  back(): boolean {
    const parent = parentOf(this.#nodes, this.#current);
    if (parent === undefined) return false;
    this.go(parent);
    return true;
  }
  forward(): boolean {
    const [next] = this.node(this.#current).children;
    if (next === undefined) return false;
    this.go(next);
    return true;
  }
  first(): void {
    this.go(ROOT);
  }
  end(): void {
    const last = lineFrom(this.#nodes, this.#current).at(-1);
    if (last) this.go(last.id);
  }
  /** Goes to what could be played instead of the current move. */
  sibling(step: 1 | -1): boolean {
    const parent = parentOf(this.#nodes, this.#current);
    if (parent === undefined) return false;
    const { children } = this.node(parent);
    const next = children[children.indexOf(this.#current) + step];
    if (next === undefined) return false;
    this.go(next);
    return true;
  }

  /** Takes back the last move of the game as it is told. */
  undo(): boolean {
    const last = this.mainLine().at(-1);
    if (!last) return false;
    this.delete(last.id);
    this.end();
    return true;
  }
  /** Takes a move out, with all that follows it; who stands there goes to the move before. */
  delete(id: NodeId): void {
    const node = this.node(id);
    const stands = this.path.some((one) => one.id === id);
    if (stands || node.kind === 'root') this.go(node.kind === 'root' ? ROOT : node.parent);
    this.#nodes = without(this.#nodes, id);
    this.#said = '*';
  }
  /** Puts the variation that a node is in one place further to the front. */
  promote(id: NodeId): void {
    const branch = branchOf(this.#nodes, id);
    if (branch) this.#nodes = promoted(this.#nodes, branch.id);
  }
  /** Makes the line of a node the game as it is told. */
  makeMain(id: NodeId): void {
    for (let branch = branchOf(this.#nodes, id); branch; branch = branchOf(this.#nodes, id)) {
      this.#nodes = promoted(this.#nodes, branch.id);
    }
  }
  /** Whether a node is part of the game as it is told. */
  isMain(id: NodeId): boolean {
    return branchOf(this.#nodes, id) === undefined;
  }
  comment(id: NodeId, text: string): void {
    this.#nodes = withComment(this.#nodes, id, text.trim());
  }
  /** Puts an annotation glyph to a move, or takes it away. */
  nag(id: NodeId, nag: number): void {
    this.#nodes = withNag(this.#nodes, id, nag);
  }

  /** Has the rules speak another language from here on. */
  speak(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    const game = this.#begin(this.variant.id, language, this.#start.fen);
    for (const move of this.moves) game.play(move);
    this.#game.free();
    this.#game = game;
    this.#snapshot = game.snapshot();
  }
  /** Gives the memory of the rules back. The tree is of no use afterwards. */
  free(): void {
    this.#game.free();
  }

  #append(played: Played): void {
    if (this.isMain(this.#current)) this.#said = '*';
    this.#nodes = withMove(this.#nodes, this.#current, this.#nextId, played);
    this.#current = this.#nextId;
    this.#nextId += 1;
  }

  /** Sees what the position at the current node is. */
  #look(): void {
    this.#snapshot = this.#game.snapshot();
    const result = this.#snapshot.ending?.result;
    if (isResult(result)) this.#nodes = withResult(this.#nodes, this.#current, result);
  }

  /** Brings the game of the rules to a node, by way of the last position that both lines share. */
  #walk(id: NodeId): void {
    const from = this.path;
    const to = pathTo(this.#nodes, id);
    const parting = to.findIndex((node, at) => from[at]?.id !== node.id);
    const shared = parting < 0 ? to.length : parting;
    for (let ply = from.length; ply > shared; ply -= 1) this.#game.undo();
    for (const node of to.slice(shared)) this.#game.play(node.played.uci);
    this.#current = id;
  }

  #addLine(from: NodeId, moves: readonly RecordedMove[], onStop?: (stop: Stop) => void): void {
    this.#walk(from);
    for (const one of moves) {
      const before = this.#current;
      if (!this.#addMove(one, onStop)) break;
      const after = this.#current;
      if (!one.variations) continue;
      for (const variation of one.variations) this.#addLine(before, variation, onStop);
      this.#walk(after);
    }
    this.#look();
  }

  #addMove({ move, nags, before, comment }: RecordedMove, onStop?: (stop: Stop) => void): boolean {
    let played: Played;
    try {
      played = this.#game.play(move);
    } catch (error) {
      if (!onStop) throw error;
      onStop({ move, ply: this.node(this.#current).ply + 1, text: (error as Error).message });
      return false;
    }
    const known = childBy(this.#nodes, this.#current, played.uci);
    if (known) this.#current = known.id;
    else this.#append(played);
    if (before) this.#nodes = withTextBefore(this.#nodes, this.#current, before.trim());
    if (comment) this.comment(this.#current, comment);
    const node = this.here;
    for (const nag of nags ?? [])
      if (node.kind === 'move' && !node.nags.includes(nag)) this.nag(node.id, nag);
    return true;
  }
}
