//! The tree of a game as plain data, never changed in place. Knows no rules: what a move is and does comes with it.
import type { Played } from '../lib/rules';

import type { RecordedMove, Result } from './record';

export type NodeId = number;

/** The position before the first move. */
export const ROOT: NodeId = 0;

interface Position {
  readonly id: NodeId;
  /** Plies from the start. */
  readonly ply: number;
  /** What may follow; the first goes on with the line, the others are variations. */
  readonly children: readonly NodeId[];
  readonly comment: string;
}

/** The start of a game. */
export interface Root extends Position {
  readonly kind: 'root';
}

/** A move and the position that it leads to. */
export interface MoveNode extends Position {
  readonly kind: 'move';
  readonly parent: NodeId;
  readonly played: Played;
  readonly nags: readonly number[];
  /** What is written before it, where that cannot belong to the move before. */
  readonly before: string;
  /** How the game ends here, if it does. */
  readonly result?: Result;
}

export type GameNode = Root | MoveNode;

/** Every node by its id. Invariants: there is a root, parents and children agree, and no two children are one move. */
export type Nodes = ReadonlyMap<NodeId, GameNode>;

export const emptyTree = (comment = ''): Nodes =>
  new Map([[ROOT, { kind: 'root', id: ROOT, ply: 0, children: [], comment }]]);

/** The node of an id that is in the tree. */
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

/** The nodes that lead from the start to a node, itself included, the root left out. */
export function pathTo(nodes: Nodes, id: NodeId): MoveNode[] {
  const path: MoveNode[] = [];
  for (let node = nodeOf(nodes, id); node.kind === 'move'; node = nodeOf(nodes, node.parent)) path.push(node);
  return path.reverse();
}

/** The line that goes on from a node by first children. */
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

/** The child of a node that is a move in UCI. */
export function childBy(nodes: Nodes, id: NodeId, uci: string): MoveNode | undefined {
  for (const child of nodeOf(nodes, id).children) {
    const node = nodeOf(nodes, child);
    if (node.kind === 'move' && node.played.uci === uci) return node;
  }
  return undefined;
}

/** The tree with a move behind a node; as a variation if something stands there. */
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

/** The tree without a move and all that follows it. */
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

/** The tree with a move one place further to the front of what may be played there. */
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

/** The last move on the way to a node that is no first choice: where the variation that it is in begins. */
export const branchOf = (nodes: Nodes, id: NodeId): MoveNode | undefined =>
  pathTo(nodes, id).findLast((node) => nodeOf(nodes, node.parent).children[0] !== node.id);

/** The tree with the result that the rules see behind a move. */
export function withResult(nodes: Nodes, id: NodeId, result: Result): Nodes {
  const node = nodeOf(nodes, id);
  return node.kind === 'root' ? nodes : withNodes(nodes, { ...node, result });
}

export const withComment = (nodes: Nodes, id: NodeId, comment: string): Nodes =>
  withNodes(nodes, { ...nodeOf(nodes, id), comment });

/** The tree with a text before a move. */
export function withTextBefore(nodes: Nodes, id: NodeId, before: string): Nodes {
  const node = nodeOf(nodes, id);
  return node.kind === 'root' ? nodes : withNodes(nodes, { ...node, before });
}

/** The tree with a glyph put to a move, or taken away if it is there. Of the six that judge a move, one can stand. */
export function withNag(nodes: Nodes, id: NodeId, nag: number): Nodes {
  const node = nodeOf(nodes, id);
  if (node.kind === 'root') return nodes;
  const others = node.nags.filter((other) => other !== nag && !(isVerdict(nag) && isVerdict(other)));
  const nags = node.nags.includes(nag) ? others : [...others, nag].sort((a, b) => a - b);
  return withNodes(nodes, { ...node, nags });
}

/** Whether a glyph judges the move, such as `!` or `??`. */
export const isVerdict = (nag: number): boolean => nag >= 1 && nag <= 6;

/** What follows a node, as a record: the line, each move with what could replace it. */
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

/** Which child to take at every node on the way to one. */
export const turnsTo = (nodes: Nodes, id: NodeId): number[] =>
  pathTo(nodes, id).map((node) => nodeOf(nodes, node.parent).children.indexOf(node.id));

/** Where such a way leads, as far as the tree has it. */
export function followTurns(nodes: Nodes, turns: readonly number[]): NodeId {
  let id: NodeId = ROOT;
  for (const turn of turns) {
    const child = nodeOf(nodes, id).children[turn];
    if (child === undefined) break;
    id = child;
  }
  return id;
}
