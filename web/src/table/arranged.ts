//! The arrangement of levels on this screen: the visitor's choice, or automatic by the available space.
import { MediaQuery } from 'svelte/reactivity';

import { settings } from '../base/settings.svelte';
import type { ArrangementKind } from '../board/types';

const hasRoom = new MediaQuery('width >= 640px', true);

/** In a column, some levels would be below the edge of a small screen; in perspective all are visible. */
export function arranged(): ArrangementKind {
  if (settings.arrangement !== 'auto') return settings.arrangement;
  return hasRoom.current ? 'flat' : 'stacked';
}
