//! How somebody likes to see the board of a variant, kept for the next time.
import { readStored, store } from '../../app/storage';
import type { Variant } from '../../lib/rules';

export interface BoardView {
  overlay?: string;
}

const nameOf = (variant: Variant): string => `view.${variant.id}`;

/** The layer that the game is named after is shown at first. */
const usual = ({ overlays }: Variant): BoardView => (overlays[0] ? { overlay: overlays[0].id } : {});

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
