//! The keyboard shortcuts of the analysis page.
import { listenToKeys } from '../../shell/keys.svelte';
import { t } from '../../base/messages.svelte';
import { listShortcuts } from '../../base/shortcuts.svelte';
import type { GameTree } from '../../game/tree.svelte';

interface Actions {
  tree: () => GameTree;
  /** Returns true while the keys belong to something else. */
  isOff: () => boolean;
  flip: () => void;
  engine: () => void;
  threat: () => void;
  comment: () => void;
  turn: (by: 1 | -1) => void;
}

/** Handles the keys while the calling component is mounted. */
export function listenToAnalysisKeys({ tree, isOff, flip, engine, threat, comment, turn }: Actions): void {
  const acts = {
    ArrowLeft: () => tree().back(),
    ArrowRight: () => tree().forward(),
    ArrowUp: () => tree().sibling(-1),
    ArrowDown: () => tree().sibling(1),
    Home: () => tree().first(),
    End: () => tree().end(),
    f: flip,
    e: engine,
    x: threat,
    c: comment,
    '.': () => turn(1),
    ',': () => turn(-1),
  };
  listenToKeys(acts, isOff);
  listShortcuts(() => ({
    title: t('nav.analyze'),
    shortcuts: [
      { keys: ['←', '→', t('help.wheel')], text: t('analyze.keys.steps') },
      { keys: ['↑', '↓'], text: t('analyze.keys.variations') },
      { keys: ['Home', 'End'], text: t('analyze.keys.ends') },
      { keys: ['F'], text: t('analyze.flip') },
      { keys: ['E'], text: t('analyze.keys.engine') },
      { keys: ['X'], text: t('analyze.threat.hint') },
      { keys: ['C'], text: t('analyze.comment') },
      { keys: ['.', ','], text: t('analyze.keys.turns') },
    ],
  }));
}
