//! The keys of the play page.
import { t } from '../../app/messages.svelte';
import { isTyping, listShortcuts, takesArrows } from '../../app/shortcuts.svelte';
import type { GameTree } from '../../game/tree.svelte';

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
    if (isTyping(event) || takesArrows(event) || document.querySelector('dialog[open]')) return;
    const act = acts[event.key];
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
    title: t('nav.play'),
    shortcuts: [
      { keys: ['←', '→'], text: t('play.keys.steps') },
      { keys: ['Home', 'End'], text: t('play.keys.ends') },
    ],
  }));
}
