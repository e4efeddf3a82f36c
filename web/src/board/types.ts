//! The types shared by a board and the page that contains it.
import type { Color, Explanation, Game, Played, Snapshot, Variant } from '../lib/rules';

export type Brush = 'green' | 'red' | 'blue' | 'yellow';

/** A mark drawn by a visitor. */
export type Shape =
  { kind: 'arrow'; from: string; to: string; brush: Brush } | { kind: 'circle'; at: string; brush: Brush };

/** The side whose pieces can be moved. */
export type Movable = Color | 'both' | 'none';

/** The ways to show the levels of a board. */
export const ARRANGEMENTS = ['flat', 'stacked', 'scene'] as const;
export type ArrangementKind = (typeof ARRANGEMENTS)[number];

/** The props of a board. `game` is always at the position of `snapshot`. */
export interface BoardProps {
  variant: Variant;
  game: Game;
  snapshot: Snapshot;
  /** The move that led to the snapshot. */
  last?: Played | undefined;
  orientation: Color;
  movable: Movable;
  /** The side whose pieces are upside down. */
  turned?: Color | undefined;
  /** The id of the visible overlay. */
  overlay?: string | undefined;
  /** True if a king that can be captured on the next move is marked. */
  warns?: boolean;
  /** The highlighted squares of an explanation. */
  highlights?: readonly string[];
  /** `guilt` (default) if they break a rule, `reason` if a move depends on them. */
  highlightTone?: 'guilt' | 'reason';
  /** The square whose part of the overlay is shown while the visitor points at none. */
  regarded?: string | undefined;
  selected?: string | undefined;
  cursor?: string | undefined;
  shapes?: Shape[];
  /** `kept` if drawings belong to an annotated position; `passing` ones disappear when the visitor moves on. */
  drawing?: 'kept' | 'passing';
  /** Marks that the visitor has not drawn, such as the engine's arrows. */
  hints?: readonly Shape[];
  onmove?: ((uci: string) => void) | undefined;
  /** Called with a premove, legal or not, while it is the opponent's turn. */
  onplan?: ((from: string, to: string) => void) | undefined;
  /** Returns true if a click on a piece of the same side enters a premove there instead of selecting that piece. */
  retakes?: ((from: string, to: string) => boolean) | undefined;
  /** Called to cancel premoves: after a right click, or a click on a square without a use. */
  onunplan?: (() => void) | undefined;
  onrefused?: ((why: Explanation) => void) | undefined;
}
