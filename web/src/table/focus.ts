//! The keyboard focus after the pressed button has disappeared.

/** Returns the move that the Tab key reaches. */
export const reachableMove = (): HTMLElement | null => document.querySelector('.moves [tabindex="0"]');

/** Moves the focus to the moves if nothing has it, so that keyboard users do not lose their place. */
export function keepFocus(): void {
  const { activeElement } = document;
  if (activeElement === null || activeElement === document.body)
    reachableMove()?.focus({ preventScroll: true });
}
