//! Applies the appearance settings to the document.
import { ANIMATION_MS, settings } from './settings.svelte';

/** Applies them, now and on every change. Called once, by the shell. */
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

/** Returns the duration of an animated step in milliseconds; 0 if the visitor prefers reduced motion. */
export const stepMs = (): number => (calm.matches ? 0 : ANIMATION_MS[settings.animation]);
