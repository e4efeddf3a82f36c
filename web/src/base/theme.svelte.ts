//! Keeps the look of the document in step with the settings.
import { ANIMATION_MS, settings } from './settings.svelte';

/** Called once, by the shell. */
export function keepTheme(): void {
  $effect(() => {
    const root = document.documentElement;
    if (settings.theme === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = settings.theme;
    root.dataset['board'] = settings.board;
    root.style.setProperty('--step-ms', `${ANIMATION_MS[settings.animation]}ms`);
  });
}

const calm = window.matchMedia('(prefers-reduced-motion: reduce)');

/** How long an animated step takes, in milliseconds: none for those who ask for reduced motion. */
export const stepMs = (): number => (calm.matches ? 0 : ANIMATION_MS[settings.animation]);
