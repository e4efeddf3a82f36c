//! Starting positions, packed at build time so that they can be shown before the rules are loaded.
import starts from 'virtual:starts';

import type { Picture } from '../../build/pictures';

/** Loads the starting position of a variant. */
export async function loadStart(variant: string): Promise<Picture> {
  const load = starts[variant];
  if (!load) throw new Error(`there is no start of ${variant}`);
  return (await load()).default;
}
