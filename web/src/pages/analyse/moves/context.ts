//! What every move of a move list needs to know.
import { getContext, setContext } from 'svelte';

import type { MoveNode } from '../../../game/nodes';
import type { GameTree } from '../../../game/tree.svelte';

interface Moves {
  readonly tree: GameTree;
  /** Somebody asks what can be done with a move. */
  readonly onmenu: (event: MouseEvent, node: MoveNode) => void;
}

const KEY = Symbol('moves');

export const provideMoves = (moves: Moves): Moves => setContext(KEY, moves);
export const useMoves = (): Moves => getContext<Moves>(KEY);
