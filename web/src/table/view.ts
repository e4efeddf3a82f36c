//! How somebody likes to see the board of a variant, kept for the next time.
import { readStored, store } from '../base/storage';
import { newGame, type Variant } from '../lib/rules';

export interface BoardView {
  overlay?: string;
}

// Overlays hold no words, so any language will do.
const LANGUAGE = 'en';

const nameOf = (variant: Variant): string => `view.${variant.id}`;

/** What an overlay shows at the start of a game: what is so, or what moves that nobody makes would do. */
function tellsWhatIs(variant: Variant, id: string): boolean {
  const game = newGame(variant.id, LANGUAGE);
  const shown = game.overlay(id, undefined);
  game.free();
  return shown !== undefined && shown.lines.length === 0 && shown.entries.length === 0;
}

/** The overlay that the game is named after is shown at first, but not one of moves that nobody makes: what a move does is
 *  told by its ghost, once it is pointed at. */
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
