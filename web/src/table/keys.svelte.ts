//! The keys of pages on which games are played.
import { listenToKeys } from '../shell/keys.svelte';
import { t } from '../base/messages.svelte';
import { listShortcuts } from '../base/shortcuts.svelte';
import type { GameTree } from '../game/tree.svelte';

/** Looks back and forth, for as long as the calling component is there. */
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
