//! The order in which a board's overlays are switched, and the energies as the default overlay.
import type { Overlay, Snapshot } from '../lib/rules';

/** Returns the overlay after the given one: undefined after the last, the first after undefined. */
export function nextLayer(ids: readonly string[], shown: string | undefined): string | undefined {
  return ids[shown === undefined ? 0 : ids.indexOf(shown) + 1];
}

/** Returns the energies as an overlay. They belong to the position, so they are shown even without a chosen overlay. */
export const layerOfEnergies = ({ energies }: Pick<Snapshot, 'energies'>): Overlay => ({
  values: energies,
  meaning: 'count',
  parts: [],
  lent: [],
  lines: [],
  entries: [],
});
