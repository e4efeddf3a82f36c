//! Keys that do something on a page as a whole, before a board on it hears of them.
import { isTyping, takesArrows } from '../base/shortcuts.svelte';

const isStep = ({ key }: KeyboardEvent): boolean => /^(Arrow|Home|End)/.test(key);

/** Whether a key press is for something else: a field, a dialog, a board in space that is turned with Shift, or what goes
 *  through its parts with arrows. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  if (isTyping(event) || document.querySelector('dialog[open]')) return true;
  return isStep(event) && (event.shiftKey || takesArrows(event));
}

/** Listens for as long as the calling component is there. Letters are named in lower case. */
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
