//! What every move of a move list needs to know.
import { getContext, setContext } from 'svelte';

import type { MoveNode, NodeId } from '../../../game/nodes';
import type { GameTree } from '../../../game/tree.svelte';
import type { Verdict } from '../evaluation/verdicts';

interface Moves {
  readonly tree: GameTree;
  /** What the engine thinks of a move, if it is a fault. */
  readonly verdictOf: (id: NodeId) => Verdict | undefined;
  /** Somebody asks what can be done with a move. */
  readonly onmenu: (event: MouseEvent, node: MoveNode) => void;
}

const KEY = Symbol('moves');

export const provideMoves = (moves: Moves): Moves => setContext(KEY, moves);
export const useMoves = (): Moves => getContext<Moves>(KEY);
