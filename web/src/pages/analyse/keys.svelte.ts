//! The keys of the analysis page.
import { t } from '../../app/messages.svelte';
import { isTyping, listShortcuts, takesArrows } from '../../app/shortcuts.svelte';
import type { GameTree } from '../../game/tree.svelte';

interface Actions {
  tree: () => GameTree;
  /** Whether the keys belong to something else for the moment. */
  isOff: () => boolean;
  flip: () => void;
  engine: () => void;
  comment: () => void;
}

const isStep = (event: KeyboardEvent): boolean => /^(Arrow|Home|End)/.test(event.key);

/** Listens for as long as the calling component is there. */
export function listenToKeys({ tree, isOff, flip, engine, comment }: Actions): void {
  const acts: Record<string, () => unknown> = {
    ArrowLeft: () => tree().back(),
    ArrowRight: () => tree().forward(),
    ArrowUp: () => tree().sibling(-1),
    ArrowDown: () => tree().sibling(1),
    Home: () => tree().first(),
    End: () => tree().end(),
    f: flip,
    e: engine,
    c: comment,
  };
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // With Shift, a board in space is turned.
    if (event.shiftKey && isStep(event)) return;
    if (isOff() || isTyping(event) || document.querySelector('dialog[open]')) return;
    if (isStep(event) && takesArrows(event)) return;
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  $effect(() => {
    // Before the board hears of it.
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
  listShortcuts(() => ({
    title: t('nav.analyse'),
    shortcuts: [
      { keys: ['←', '→'], text: t('analyse.keys.steps') },
      { keys: ['↑', '↓'], text: t('analyse.keys.variations') },
      { keys: ['Home', 'End'], text: t('analyse.keys.ends') },
      { keys: ['F'], text: t('analyse.flip') },
      { keys: ['E'], text: t('analyse.keys.engine') },
      { keys: ['C'], text: t('analyse.comment') },
    ],
  }));
}
