//! Keyboard shortcuts that step through a game and flip the board.
import { listenToKeys } from '../shell/keys.svelte';
import { t } from '../base/messages.svelte';
import { listShortcuts } from '../base/shortcuts.svelte';
import type { GameTree } from '../game/tree.svelte';

/** Steps back and forward while the calling component is mounted. */
export function listenToGameKeys(tree: GameTree, flip?: () => void): void {
  listenToKeys({
    ArrowLeft: () => tree.back(),
    ArrowRight: () => tree.forward(),
    Home: () => tree.first(),
    End: () => tree.end(),
    ...(flip ? { f: flip } : {}),
  });
  listShortcuts(() => ({
    title: t('nav.play'),
    shortcuts: [
      { keys: ['←', '→', t('help.wheel')], text: t('play.keys.steps') },
      { keys: ['Home', 'End'], text: t('play.keys.ends') },
      ...(flip ? [{ keys: ['F'], text: t('analyze.flip') }] : []),
    ],
  }));
}
