//! A game with its variations, the current node, and the operations on them. The WebAssembly game at the current node
//! decides which moves are legal. Clocks, players, and the drawing of the tree are handled elsewhere.
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

/** The first move of a record that the rules reject, with the reason. */
export interface IllegalMove {
  /** The move as written in the record. */
  move: string;
  ply: number;
  text: string;
}

/** A game with its variations and a current node. It owns a WebAssembly game, which must be freed. */
export class GameTree {
  readonly variant: Variant;
  /** The tag pairs of the PGN, except those that the game itself determines. */
  headers: readonly Header[] = $state.raw([]);
  #nodes: Nodes = $state.raw(emptyTree());
  #current: NodeId = $state(ROOT);
  /** The result if the rules detect none: resignation, agreement, or time. */
  #recordedResult: Result = $state('*');
  #snapshot: Snapshot;
  #game: Game;
  #start: Snapshot;
  #language: string;
  #newGame: typeof newGame;
  #nextId = ROOT + 1;

  private constructor(variant: Variant, language: string, fen?: string, create = newGame) {
    this.variant = variant;
    this.#language = language;
    this.#newGame = create;
    this.#game = $state.raw(create(variant.id, language, fen));
    this.#start = $state.raw(this.#game.snapshot());
    this.#snapshot = $state.raw(this.#start);
  }

  /**
   * Starts a game that is played, so repetition and the fifty-move rule end it. Throws a one-sentence error if
   * the FEN is invalid.
   */
  static start(variant: Variant, fen: string | undefined, language: string): GameTree {
    return new GameTree(variant, language, fen);
  }

  /** Starts a game for analysis, which these draws do not end. Throws a one-sentence error if the FEN is invalid. */
  static record(variant: Variant, fen: string | undefined, language: string): GameTree {
    return new GameTree(variant, language, fen, newRecord);
  }

  /**
   * Loads a record, at its start. If a move is rejected, it and its reason are passed to the handler.
   * Throws a one-sentence error if the FEN is invalid or there is no handler.
   */
  static fromRecord(
    variant: Variant,
    record: GameRecord,
    language: string,
    onIllegalMove?: (illegalMove: IllegalMove) => void,
    create = newGame,
  ): GameTree {
    const tree = new GameTree(variant, language, record.fen, create);
    tree.headers = record.headers;
    tree.comment(ROOT, record.comment ?? '');
    tree.#addLine(ROOT, record.moves, onIllegalMove);
    tree.#recordedResult = record.result;
    tree.first();
    return tree;
  }

  /** Converts the game to a record, from which the same tree can be loaded. */
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
  /**
   * The WebAssembly game at the current node. It is owned by the tree: read or copy it, but do not play moves on it.
   */
  get game(): Game {
    return this.#game;
  }
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
  /** The UCI moves that lead to the current node. */
  get moves(): string[] {
    return this.path.map((node) => node.played.uci);
  }
  /** The result: by the rules in the last position, otherwise as recorded. */
  get result(): Result {
    return this.mainLine().at(-1)?.result ?? this.#recordedResult;
  }
  set result(result: Result) {
    this.#recordedResult = result;
  }

  node(id: NodeId): GameNode {
    return nodeOf(this.#nodes, id);
  }
  has(id: NodeId): boolean {
    return this.#nodes.has(id);
  }
  /** Returns the main line: the first children only. */
  mainLine(): readonly MoveNode[] {
    return lineFrom(this.#nodes, ROOT);
  }
  /** Returns the line of the current node, from the first move to its end. */
  line(): readonly MoveNode[] {
    return [...this.path, ...lineFrom(this.#nodes, this.#current)];
  }
  /** Returns the move number of a ply and the side that makes it. */
  moveNumber(ply: number): { number: number; color: Color } {
    const { turn, fullmoves } = this.#start;
    const halves = ply - 1 + (turn === 'black' ? 1 : 0);
    return { number: fullmoves + Math.floor(halves / 2), color: halves % 2 === 0 ? 'white' : 'black' };
  }

  /**
   * Plays a UCI or SAN move at the current node: follows it if the tree has it, otherwise adds it. Throws a
   * one-sentence error if it is illegal.
   */
  play(text: string): Played {
    const played = this.#game.play(text);
    const known = childBy(this.#nodes, this.#current, played.uci);
    if (known) this.#current = known.id;
    else this.#append(played);
    this.#readPosition();
    return played;
  }

  go(id: NodeId): void {
    if (id === this.#current || !this.has(id)) return;
    this.#goTo(id);
    this.#readPosition();
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
  /** Goes to an alternative to the current move. */
  sibling(step: 1 | -1): boolean {
    const parent = parentOf(this.#nodes, this.#current);
    if (parent === undefined) return false;
    const { children } = this.node(parent);
    const next = children[children.indexOf(this.#current) + step];
    if (next === undefined) return false;
    this.go(next);
    return true;
  }

  /** Takes back the last move of the main line. */
  undo(): boolean {
    const last = this.mainLine().at(-1);
    if (!last) return false;
    this.delete(last.id);
    this.end();
    return true;
  }
  /**
   * Deletes a move and everything after it. If the current node is among them, the move before becomes the current one.
   */
  delete(id: NodeId): void {
    const node = this.node(id);
    const stands = this.path.some((one) => one.id === id);
    if (stands || node.kind === 'root') this.go(node.kind === 'root' ? ROOT : node.parent);
    this.#nodes = without(this.#nodes, id);
    this.#recordedResult = '*';
  }
  /** Moves the variation of a node up by one among its siblings. */
  promote(id: NodeId): void {
    const branch = branchOf(this.#nodes, id);
    if (branch) this.#nodes = promoted(this.#nodes, branch.id);
  }
  /** Makes the line of a node the main line. */
  makeMain(id: NodeId): void {
    for (let branch = branchOf(this.#nodes, id); branch; branch = branchOf(this.#nodes, id)) {
      this.#nodes = promoted(this.#nodes, branch.id);
    }
  }
  /** Returns true if a node is part of the main line. */
  isMain(id: NodeId): boolean {
    return branchOf(this.#nodes, id) === undefined;
  }
  comment(id: NodeId, text: string): void {
    this.#nodes = withComment(this.#nodes, id, text.trim());
  }
  /** Adds an annotation glyph to a move, or removes it. */
  nag(id: NodeId, nag: number): void {
    this.#nodes = withNag(this.#nodes, id, nag);
  }

  /** Changes the language of texts from the rules from now on. */
  speak(language: string): void {
    if (language === this.#language) return;
    this.#language = language;
    const game = this.#newGame(this.variant.id, language, this.#start.fen);
    for (const move of this.moves) game.play(move);
    this.#game.free();
    this.#game = game;
    this.#snapshot = game.snapshot();
  }
  /** Frees the WebAssembly game. The tree must not be used afterwards. */
  free(): void {
    this.#game.free();
  }

  #append(played: Played): void {
    if (this.isMain(this.#current)) this.#recordedResult = '*';
    this.#nodes = withMove(this.#nodes, this.#current, this.#nextId, played);
    this.#current = this.#nextId;
    this.#nextId += 1;
  }

  /** Reads the position at the current node. */
  #readPosition(): void {
    this.#snapshot = this.#game.snapshot();
    const result = this.#snapshot.ending?.result;
    if (isResult(result)) this.#nodes = withResult(this.#nodes, this.#current, result);
  }

  /** Brings the WebAssembly game to a node, through the last position that both lines share. */
  #goTo(id: NodeId): void {
    const from = this.path;
    const to = pathTo(this.#nodes, id);
    const parting = to.findIndex((node, at) => from[at]?.id !== node.id);
    const shared = parting < 0 ? to.length : parting;
    for (let ply = from.length; ply > shared; ply -= 1) this.#game.undo();
    for (const node of to.slice(shared)) this.#game.play(node.played.uci);
    this.#current = id;
  }

  #addLine(
    from: NodeId,
    moves: readonly RecordedMove[],
    onIllegalMove?: (illegalMove: IllegalMove) => void,
  ): void {
    this.#goTo(from);
    for (const one of moves) {
      const before = this.#current;
      if (!this.#addMove(one, onIllegalMove)) break;
      const after = this.#current;
      if (!one.variations) continue;
      for (const variation of one.variations) this.#addLine(before, variation, onIllegalMove);
      this.#goTo(after);
    }
    this.#readPosition();
  }

  #addMove(
    { move, nags, before, comment }: RecordedMove,
    onIllegalMove?: (illegalMove: IllegalMove) => void,
  ): boolean {
    let played: Played;
    try {
      played = this.#game.play(move);
    } catch (error) {
      if (!onIllegalMove) throw error;
      onIllegalMove({ move, ply: this.node(this.#current).ply + 1, text: (error as Error).message });
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
