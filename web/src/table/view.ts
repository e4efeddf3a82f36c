//! The overlay that a visitor chose for a variant, stored in the browser, or the default one.
import { readStored, store } from '../base/storage';
import { newGame, type Variant } from '../lib/rules';

export interface BoardView {
  overlay?: string;
}

// Overlays contain no texts, so any language will do.
const LANGUAGE = 'en';

const nameOf = (variant: Variant): string => `view.${variant.id}`;

/**
 * Returns true if an overlay shows the actual state at the start of a game, and not the effects of hypothetical moves.
 */
function tellsWhatIs(variant: Variant, id: string): boolean {
  const game = newGame(variant.id, LANGUAGE);
  const shown = game.overlay(id, undefined);
  game.free();
  return shown !== undefined && shown.lines.length === 0 && shown.entries.length === 0;
}

/**
 * Returns the default view: the variant's main overlay, unless it shows hypothetical moves, whose effects the preview
 * shows when a square is pointed at.
 */
function usual(variant: Variant): BoardView {
  const first = variant.overlays[0]?.id;
  return first !== undefined && tellsWhatIs(variant, first) ? { overlay: first } : {};
}

export function storedView(variant: Variant): BoardView {
  const read = (value: unknown): BoardView | undefined => {
    if (typeof value !== 'object' || value === null) return undefined;
    const { overlay } = value as Record<string, unknown>;
    const known = variant.overlays.find(({ id }) => id === overlay)?.id;
    return known ? { overlay: known } : {};
  };
  return readStored(nameOf(variant), read) ?? usual(variant);
}

export const storeView = (variant: Variant, view: BoardView): void => store(nameOf(variant), view);
