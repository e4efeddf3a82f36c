//! The keyboard shortcuts of the current page, for the help dialog.
import { untrack } from 'svelte';

export interface Shortcut {
  /** The labels of the keys, such as `←`. */
  keys: string[];
  text: string;
}
export interface ShortcutGroup {
  title: string;
  shortcuts: Shortcut[];
}

let groups: (() => ShortcutGroup)[] = $state.raw([]);

/** Returns all groups of the current page. */
export const shortcutGroups = (): ShortcutGroup[] => groups.map((group) => group());

/** Lists shortcuts in the help dialog while the calling component is mounted. */
export function listShortcuts(group: () => ShortcutGroup): void {
  $effect(() => {
    groups = [...untrack(() => groups), group];
    return () => {
      groups = groups.filter((other) => other !== group);
    };
  });
}

/** Returns true if a key press belongs to a field or control that has the focus. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches('input:not([type="checkbox"]), textarea, select'))
  );
}

/**
 * Returns true if the focused element uses the arrow keys itself: a menu, a group of options, or a board. After a click
 * on a board no cursor is visible, so the arrow keys step through the game.
 */
export function takesArrows({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest('[role="menu"], [role="radiogroup"], [role="slider"]')) return true;
  return target.closest('[role="grid"]:not([data-steered="false"])') !== null;
}
