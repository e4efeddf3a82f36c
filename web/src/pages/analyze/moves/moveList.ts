//! A game tree as the rows of a move list: two columns for the main line, interrupted by comments and variations.
import { nodeOf, type MoveNode, type Nodes, ROOT } from '../../../game/nodes';

import { readComment } from '../comments';

export type Row =
  | { kind: 'moves'; key: string; number: number; white?: MoveNode; black?: MoveNode }
  | { kind: 'comment'; key: string; text: string }
  | { kind: 'variations'; key: string; first: readonly MoveNode[] };

/** Returns the move number of a ply and the side that makes it. */
export type Numbering = (ply: number) => { number: number; color: 'white' | 'black' };

/** Returns the alternatives to a move of the main line. */
export function instead(nodes: Nodes, node: MoveNode): MoveNode[] {
  const [first, ...others] = nodeOf(nodes, node.parent).children;
  if (first !== node.id) return [];
  return others.map((id) => nodeOf(nodes, id)).filter((other) => other.kind === 'move');
}

/** Returns the next move of a line. */
export function next(nodes: Nodes, node: MoveNode): MoveNode | undefined {
  const [first] = node.children;
  const follower = first === undefined ? undefined : nodeOf(nodes, first);
  return follower?.kind === 'move' ? follower : undefined;
}

/** Returns the rows of a game. */
export function rowsOf(nodes: Nodes, line: readonly MoveNode[], numbering: Numbering): Row[] {
  const rows: Row[] = [];
  const say = (text: string, key: string): void => {
    const written = readComment(text).text;
    if (written) rows.push({ kind: 'comment', key, text: written });
  };
  say(nodeOf(nodes, ROOT).comment, 'before');
  for (const node of line) {
    const { number, color } = numbering(node.ply);
    const last = rows.at(-1);
    if (color === 'black' && last?.kind === 'moves' && !last.black) last.black = node;
    else rows.push({ kind: 'moves', key: `m${node.id}`, number, [color]: node });
    say(node.comment, `c${node.id}`);
    const first = instead(nodes, node);
    if (first.length > 0) rows.push({ kind: 'variations', key: `v${node.id}`, first });
  }
  return rows;
}

/** A move of a variation in running text. */
export interface Word {
  node: MoveNode;
  /** The move number before it, if one is needed: `12.`, or `12…` for Black. */
  number: string;
  /** The alternatives to the move. */
  instead: readonly MoveNode[];
}

/** Returns a variation as running text. */
export function wordsFrom(nodes: Nodes, first: MoveNode, numbering: Numbering): Word[] {
  const words: Word[] = [];
  let interrupted = true;
  for (let node: MoveNode | undefined = first; node; node = next(nodes, node)) {
    const { number, color } = numbering(node.ply);
    const label = color === 'white' ? `${number}.` : interrupted ? `${number}…` : '';
    const others = node === first ? [] : instead(nodes, node);
    words.push({ node, number: label, instead: others });
    interrupted = others.length > 0 || readComment(node.comment).text !== '';
  }
  return words;
}
