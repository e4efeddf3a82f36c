//! Layers: which comes next, and what is seen without one.
import type { Overlay, Snapshot } from '../lib/rules';

/** The layer after this one; none comes after the last, the first after none. */
export function nextLayer(ids: readonly string[], shown: string | undefined): string | undefined {
  return ids[shown === undefined ? 0 : ids.indexOf(shown) + 1];
}

/** The energies of a position as a layer: they are part of the position, and so are seen when no layer is chosen. */
export const layerOfEnergies = ({ energies }: Pick<Snapshot, 'energies'>): Overlay => ({
  values: energies,
  meaning: 'count',
  parts: [],
  lent: [],
  lines: [],
  entries: [],
});
