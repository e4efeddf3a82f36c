//! The words between a board and the page that holds it.
import type { Color, Explanation, Game, Played, Snapshot, Variant } from '../lib/rules';

export type Brush = 'green' | 'red' | 'blue' | 'yellow';

/** A mark that a visitor draws. */
export type Shape =
  { kind: 'arrow'; from: string; to: string; brush: Brush } | { kind: 'circle'; at: string; brush: Brush };

/** Whose pieces may be moved. */
export type Movable = Color | 'both' | 'none';

/** How the levels of a board are shown. */
export const ARRANGEMENTS = ['flat', 'stacked', 'scene'] as const;
export type ArrangementKind = (typeof ARRANGEMENTS)[number];

/** What the page hands to a board. `game` always stands at `snapshot`. */
export interface BoardProps {
  variant: Variant;
  game: Game;
  snapshot: Snapshot;
  /** The move that led to the snapshot. */
  last?: Played | undefined;
  orientation: Color;
  movable: Movable;
  /** The side whose pieces stand upside down. */
  turned?: Color | undefined;
  /** The id of the layer that is shown. */
  overlay?: string | undefined;
  /** Whether a king that can be captured on the next move is marked. */
  warns?: boolean;
  /** Squares that are set off: those of an explanation. */
  highlights?: readonly string[];
  /** Whether they break a rule, as by default, or are what a move rests on. */
  highlightTone?: 'guilt' | 'reason';
  /** The square whose part in the layer is shown while the visitor looks at none. */
  regarded?: string | undefined;
  selected?: string | undefined;
  cursor?: string | undefined;
  shapes?: Shape[];
  /** Whether what is drawn stays when the visitor goes on: `kept` where it belongs to an annotated position. */
  drawing?: 'kept' | 'passing';
  /** Marks that are not the visitor's, such as the engine's arrows. */
  hints?: readonly Shape[];
  onmove?: ((uci: string) => void) | undefined;
  /** Takes a move for later, legal or not, while the movable side is not to move. */
  onplan?: ((from: string, to: string) => void) | undefined;
  /** Whether a click on a piece of the same side plans a move there, and does not select that piece. */
  retakes?: ((from: string, to: string) => boolean) | undefined;
  /** Drops what was planned: by a right click, or because a square was touched that nothing can be done with. */
  onunplan?: (() => void) | undefined;
  onrefused?: ((why: Explanation) => void) | undefined;
}
