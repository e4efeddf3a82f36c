//! The Svelte context shared by all moves of a move list.
import { getContext, setContext } from 'svelte';

import type { MoveNode, NodeId } from '../../../game/nodes';
import type { GameTree } from '../../../game/tree.svelte';
import type { Verdict } from '../evaluation/verdicts';

interface Moves {
  readonly tree: GameTree;
  /** Returns the engine's verdict on a move, if the move is a mistake. */
  readonly verdictOf: (id: NodeId) => Verdict | undefined;
  /** Called when the context menu of a move is requested. */
  readonly onmenu: (event: MouseEvent, node: MoveNode) => void;
}

const KEY = Symbol('moves');

export const provideMoves = (moves: Moves): Moves => setContext(KEY, moves);
export const useMoves = (): Moves => getContext<Moves>(KEY);
