//! Keyboard shortcuts of a whole page, handled before those of a board.
import { isTyping, takesArrows } from '../base/shortcuts.svelte';

const isStep = ({ key }: KeyboardEvent): boolean => /^(Arrow|Home|End)/.test(key);

/**
 * Returns true if a key press belongs to something else: a field, a dialog, a 3D board that turns with Shift, or a
 * widget that uses arrow keys.
 */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (isTyping(event) || document.querySelector('dialog[open]')) return true;
  return isStep(event) && (event.shiftKey || takesArrows(event));
}

/** Handles keys while the calling component is mounted. Letters are given in lower case. */
export function listenToKeys(
  acts: Readonly<Record<string, () => unknown>>,
  isOff = (): boolean => false,
): void {
  function onKey(event: KeyboardEvent): void {
    const act = acts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act || isOff() || isTaken(event)) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  }
  $effect(() => {
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  });
}
