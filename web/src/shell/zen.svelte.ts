//! Zen mode: only the board and its players, in full screen if the browser allows it. Style sheets hide everything else
//! by the attribute `data-zen` of the document. The mode is not stored.
import { tick } from 'svelte';

import { announce } from '../base/announce';
import { listenToKeys } from './keys.svelte';
import { t } from '../base/messages.svelte';
import { listShortcuts } from '../base/shortcuts.svelte';

let on = $state(false);
/** The number of components that offer it. */
let offers = 0;

export const isZen = (): boolean => on;

export function toggleZen(): void {
  if (on) leaveZen();
  else enterZen();
}

function enterZen(): void {
  set(true);
  void askForScreen();
}

export function leaveZen(): void {
  if (!on) return;
  set(false);
  void giveScreenBack();
}

function set(wanted: boolean): void {
  on = wanted;
  document.documentElement.toggleAttribute('data-zen', wanted);
  announce(t(wanted ? 'zen.entered' : 'zen.left'));
}

async function askForScreen(): Promise<void> {
  if (!document.fullscreenEnabled) return;
  try {
    await document.documentElement.requestFullscreen();
  } catch {
    // If full screen is refused, the mode works in a window.
  }
  // The mode may have been left before full screen was granted.
  if (!on) await giveScreenBack();
}

async function giveScreenBack(): Promise<void> {
  if (document.fullscreenElement !== document.documentElement) return;
  // Full screen may have ended already.
  await document.exitFullscreen().catch(() => undefined);
}

/** Returns true if Escape only closes something that is open. */
function isForWhatIsOpen({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/**
 * Handles the keys of the mode while the component is mounted. Leaves the mode when no component offers it anymore.
 */
export function offerZen(): void {
  listenToKeys({ z: toggleZen });
  listShortcuts(() => ({ title: t('zen.title'), shortcuts: [{ keys: ['Z'], text: t('zen.key') }] }));
  $effect(() => {
    // The board also handles Escape and would cancel its move.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isForWhatIsOpen(event)) leaveZen();
    };
    // In full screen, browsers handle Escape themselves.
    const onScreen = (): void => {
      if (!document.fullscreenElement) leaveZen();
    };
    offers += 1;
    window.addEventListener('keydown', onKey, true);
    document.addEventListener('fullscreenchange', onScreen);
    return () => {
      offers -= 1;
      window.removeEventListener('keydown', onKey, true);
      document.removeEventListener('fullscreenchange', onScreen);
      // A rematch offers the mode again.
      void tick().then(() => {
        if (offers === 0) leaveZen();
      });
    };
  });
}
