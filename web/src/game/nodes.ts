//! The game tree as immutable data. It must not know the rules: each move comes with its effects.
import type { Played } from '../lib/rules';

import type { RecordedMove, Result } from './record';

export type NodeId = number;

/** The node of the starting position. */
export const ROOT: NodeId = 0;

interface Position {
  readonly id: NodeId;
  /** The number of plies from the start. */
  readonly ply: number;
  /** The first child continues the line; the others are variations. */
  readonly children: readonly NodeId[];
  readonly comment: string;
}

/** The node before the first move. */
export interface Root extends Position {
  readonly kind: 'root';
}

/** A move and the resulting position. */
export interface MoveNode extends Position {
  readonly kind: 'move';
  readonly parent: NodeId;
  readonly played: Played;
  readonly nags: readonly number[];
  /** A comment before the move that cannot belong to the preceding move. */
  readonly before: string;
  /** The result, if the game ends here. */
  readonly result?: Result;
}

export type GameNode = Root | MoveNode;

/** Every node by its id. Invariants: there is a root, parents and children agree, and no two children are one move. */
export type Nodes = ReadonlyMap<NodeId, GameNode>;

export const emptyTree = (comment = ''): Nodes =>
  new Map([[ROOT, { kind: 'root', id: ROOT, ply: 0, children: [], comment }]]);

/** Returns the node with an id, which must be in the tree. */
export function nodeOf(nodes: Nodes, id: NodeId): GameNode {
  const node = nodes.get(id);
  if (!node) throw new Error(`there is no node ${id} in this game`);
  return node;
}

function withNodes(nodes: Nodes, ...changed: GameNode[]): Nodes {
  const copy = new Map(nodes);
  for (const node of changed) copy.set(node.id, node);
  return copy;
}

export const parentOf = (nodes: Nodes, id: NodeId): NodeId | undefined => {
  const node = nodeOf(nodes, id);
  return node.kind === 'move' ? node.parent : undefined;
};

/** Returns the nodes from the start to a node, including the node but not the root. */
export function pathTo(nodes: Nodes, id: NodeId): MoveNode[] {
  const path: MoveNode[] = [];
  for (let node = nodeOf(nodes, id); node.kind === 'move'; node = nodeOf(nodes, node.parent)) path.push(node);
  return path.reverse();
}

/** Returns the line that continues from a node through first children. */
export function lineFrom(nodes: Nodes, id: NodeId): MoveNode[] {
  const line: MoveNode[] = [];
  let [next] = nodeOf(nodes, id).children;
  while (next !== undefined) {
    const node = nodeOf(nodes, next);
    if (node.kind === 'move') line.push(node);
    [next] = node.children;
  }
  return line;
}

/** Returns the child of a node for a UCI move. */
export function childBy(nodes: Nodes, id: NodeId, uci: string): MoveNode | undefined {
  for (const child of nodeOf(nodes, id).children) {
    const node = nodeOf(nodes, child);
    if (node.kind === 'move' && node.played.uci === uci) return node;
  }
  return undefined;
}

/** Returns the tree with a move added after a node, as a variation if the node already has a child. */
export function withMove(nodes: Nodes, parent: NodeId, id: NodeId, played: Played): Nodes {
  const before = nodeOf(nodes, parent);
  const node: MoveNode = {
    kind: 'move',
    id,
    parent,
    ply: before.ply + 1,
    children: [],
    comment: '',
    nags: [],
    before: '',
    played,
  };
  return withNodes(nodes, { ...before, children: [...before.children, id] }, node);
}

/** Returns the tree without a move and everything after it. */
export function without(nodes: Nodes, id: NodeId): Nodes {
  const node = nodeOf(nodes, id);
  if (node.kind === 'root') return emptyTree(node.comment);
  const parent = nodeOf(nodes, node.parent);
  const copy = new Map(nodes);
  copy.set(parent.id, { ...parent, children: parent.children.filter((child) => child !== id) });
  const doomed = [id];
  for (let next = doomed.pop(); next !== undefined; next = doomed.pop()) {
    doomed.push(...nodeOf(nodes, next).children);
    copy.delete(next);
  }
  return copy;
}

/** Returns the tree with a move moved up by one among its siblings. */
export function promoted(nodes: Nodes, id: NodeId): Nodes {
  const node = nodeOf(nodes, id);
  if (node.kind === 'root') return nodes;
  const parent = nodeOf(nodes, node.parent);
  const at = parent.children.indexOf(id);
  if (at < 1) return nodes;
  const children = parent.children.filter((child) => child !== id);
  children.splice(at - 1, 0, id);
  return withNodes(nodes, { ...parent, children });
}

/** Returns the last move on the path to a node that is not a first child: the first move of its variation. */
export const branchOf = (nodes: Nodes, id: NodeId): MoveNode | undefined =>
  pathTo(nodes, id).findLast((node) => nodeOf(nodes, node.parent).children[0] !== node.id);

/** Returns the tree with the result that the rules detect after a move. */
export function withResult(nodes: Nodes, id: NodeId, result: Result): Nodes {
  const node = nodeOf(nodes, id);
  return node.kind === 'root' ? nodes : withNodes(nodes, { ...node, result });
}

export const withComment = (nodes: Nodes, id: NodeId, comment: string): Nodes =>
  withNodes(nodes, { ...nodeOf(nodes, id), comment });

/** Returns the tree with a comment before a move. */
export function withTextBefore(nodes: Nodes, id: NodeId, before: string): Nodes {
  const node = nodeOf(nodes, id);
  return node.kind === 'root' ? nodes : withNodes(nodes, { ...node, before });
}

/**
 * Returns the tree with a glyph added to a move, or removed if it is already there. The six glyphs that assess a
 * move exclude each other.
 */
export function withNag(nodes: Nodes, id: NodeId, nag: number): Nodes {
  const node = nodeOf(nodes, id);
  if (node.kind === 'root') return nodes;
  const others = node.nags.filter((other) => other !== nag && !(isVerdict(nag) && isVerdict(other)));
  const nags = node.nags.includes(nag) ? others : [...others, nag].sort((a, b) => a - b);
  return withNodes(nodes, { ...node, nags });
}

/** Returns true if a glyph assesses the move, such as `!` or `??`. */
export const isVerdict = (nag: number): boolean => nag >= 1 && nag <= 6;

/** Converts everything after a node to a record: the line, and the alternatives to each move. */
export function recordFrom(nodes: Nodes, id: NodeId): RecordedMove[] {
  const [first, ...others] = nodeOf(nodes, id).children;
  return first === undefined ? [] : recordLine(nodes, first, others);
}

function recordLine(nodes: Nodes, first: NodeId, others: readonly NodeId[]): RecordedMove[] {
  const moves: RecordedMove[] = [];
  let at: NodeId | undefined = first;
  let instead = others;
  while (at !== undefined) {
    const node = nodeOf(nodes, at);
    const variations = instead.map((other) => recordLine(nodes, other, []));
    if (node.kind === 'move') moves.push(recorded(node, variations));
    [at, ...instead] = node.children;
  }
  return moves;
}

const recorded = (node: MoveNode, variations: RecordedMove[][]): RecordedMove => ({
  move: node.played.uci,
  ...(node.nags.length > 0 ? { nags: node.nags } : {}),
  ...(node.before ? { before: node.before } : {}),
  ...(node.comment ? { comment: node.comment } : {}),
  ...(variations.length > 0 ? { variations } : {}),
});

/** Returns the index of the child to take at every node on the path to a node. */
export const turnsTo = (nodes: Nodes, id: NodeId): number[] =>
  pathTo(nodes, id).map((node) => nodeOf(nodes, node.parent).children.indexOf(node.id));

/** Follows such a path as far as the tree contains it, and returns the last node. */
export function followTurns(nodes: Nodes, turns: readonly number[]): NodeId {
  let id: NodeId = ROOT;
  for (const turn of turns) {
    const child = nodeOf(nodes, id).children[turn];
    if (child === undefined) break;
    id = child;
  }
  return id;
}
