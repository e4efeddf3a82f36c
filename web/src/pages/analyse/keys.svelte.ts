//! The keys of the analysis page.
import { t } from '../../app/messages.svelte';
import { isTyping, listShortcuts } from '../../app/shortcuts.svelte';
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

/** Whether a step is for the grid of a board, a menu or a set of choices. Who clicks on the board means no grid. */
function isTaken(event: KeyboardEvent, reached: 'keyboard' | 'pointer'): boolean {
  if (!isStep(event) || !(event.target instanceof HTMLElement)) return false;
  const owners = [
    '[role="menu"]',
    '[role="radiogroup"]',
    ...(reached === 'keyboard' ? ['[role="grid"]'] : []),
  ];
  return event.target.closest(owners.join()) !== null;
}

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
  // How the focus came to where it is.
  let reached: 'keyboard' | 'pointer' = 'keyboard';
  const onPointer = (): void => void (reached = 'pointer');
  function onKey(event: KeyboardEvent): void {
    if (event.key === 'Tab') reached = 'keyboard';
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    // With Shift, a board in space is turned.
    if (event.shiftKey && isStep(event)) return;
    if (isOff() || isTyping(event) || isTaken(event, reached) || document.querySelector('dialog[open]'))
      return;
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  $effect(() => {
    // Before the board hears of it.
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('pointerdown', onPointer, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('pointerdown', onPointer, true);
    };
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
