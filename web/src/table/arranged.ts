//! How levels stand on this screen: as the visitor chose, and until then as there is room.
import { MediaQuery } from 'svelte/reactivity';

import { settings } from '../base/settings.svelte';
import type { ArrangementKind } from '../board/types';

const hasRoom = new MediaQuery('width >= 640px', true);

/** One under the other they would hide each other below the edge of a small screen; in perspective all are seen. */
export function arranged(): ArrangementKind {
  if (settings.arrangement !== 'auto') return settings.arrangement;
  return hasRoom.current ? 'flat' : 'stacked';
}
