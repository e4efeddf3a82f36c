//! The keys that the page in view listens to, for the help dialog.
import { untrack } from 'svelte';

export interface Shortcut {
  /** The keys as they are printed on a keyboard, such as `←`. */
  keys: string[];
  text: string;
}
export interface ShortcutGroup {
  title: string;
  shortcuts: Shortcut[];
}

let groups: (() => ShortcutGroup)[] = $state.raw([]);

/** Every group of the page in view. */
export const shortcutGroups = (): ShortcutGroup[] => groups.map((group) => group());

/** Lists keys in the help dialog for as long as the calling component is there. */
export function listShortcuts(group: () => ShortcutGroup): void {
  $effect(() => {
    groups = [...untrack(() => groups), group];
    return () => {
      groups = groups.filter((other) => other !== group);
    };
  });
}

/** Whether a key press belongs to a field or control in which the visitor is typing or choosing. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}

/** Whether arrow keys are for what has the focus, rather than for the game of the page: for a menu, a set of choices, or
 *  a board. Who clicks on a board sees no cursor that they could move, and goes through the game with them. */
export function takesArrows({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="radiogroup"], [role="slider"]')) return true;
  return target.closest('[role="grid"]:not([data-steered="false"])') !== null;
}
