//! The keys of the play page.
import { t } from '../../app/messages.svelte';
import { isTyping, listShortcuts } from '../../app/shortcuts.svelte';
import type { GameTree } from '../../game/tree.svelte';

/** Whether a key press is for the grid of a board or a set of choices. */
const isTaken = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  target.closest('[role="grid"], [role="menu"], [role="radiogroup"], [role="slider"]') !== null;

/** Looks back and forth, for as long as the calling component is there. */
export function listenToKeys(tree: GameTree): void {
  const acts: Record<string, () => unknown> = {
    ArrowLeft: () => tree.back(),
    ArrowRight: () => tree.forward(),
    Home: () => tree.first(),
    End: () => tree.end(),
  };
  function onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.defaultPrevented) return;
    if (isTyping(event) || isTaken(event) || document.querySelector('dialog[open]')) return;
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }
  $effect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
  listShortcuts(() => ({
    title: t('nav.play'),
    shortcuts: [
      { keys: ['←', '→'], text: t('play.keys.steps') },
      { keys: ['Home', 'End'], text: t('play.keys.ends') },
    ],
  }));
}
