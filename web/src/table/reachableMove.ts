//! The place of the keyboard in the moves of a game.

/** Returns the move that the Tab key reaches. */
export const reachableMove = (): HTMLElement | null => document.querySelector('.moves [tabindex="0"]');
