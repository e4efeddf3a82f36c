//! The layers of a variant in turn.

/** The layer after this one; none comes after the last, the first after none. */
export function nextLayer(ids: readonly string[], shown: string | undefined): string | undefined {
  return ids[shown === undefined ? 0 : ids.indexOf(shown) + 1];
}
