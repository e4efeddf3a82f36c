//! The keyboard focus after the pressed button has disappeared.
import { tick } from 'svelte';

/** Moves the focus after the next update if nothing has it, so that keyboard users do not lose their place. */
export async function keepFocus(target: () => HTMLElement | null | undefined): Promise<void> {
  await tick();
  const { activeElement } = document;
  if (!activeElement || activeElement === document.body) target()?.focus({ preventScroll: true });
}
