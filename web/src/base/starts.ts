//! The boards before the first move, as the rules told them when the page was built: they are seen before the rules have
//! arrived.
import starts from 'virtual:starts';

import type { Picture } from '../../build/pictures';

/** What the board of a variant shows before the first move. */
export async function loadStart(variant: string): Promise<Picture> {
  const load = starts[variant];
  if (!load) throw new Error(`there is no start of ${variant}`);
  return (await load()).default;
}
