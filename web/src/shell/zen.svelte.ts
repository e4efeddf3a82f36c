//! Zen mode: a page shows its board and its players alone, and has the whole screen where the browser lets it. The style
//! sheets of what is hidden read the attribute `data-zen` of the document. Nothing of it is stored.
import { tick } from 'svelte';

import { announce } from '../base/announce';
import { listenToKeys } from './keys.svelte';
import { t } from '../base/messages.svelte';
import { listShortcuts } from '../base/shortcuts.svelte';

let on = $state(false);
/** How many components offer it. */
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
    // A refusal leaves the mode as it is, in a window.
  }
  // The screen may come once the mode has been left.
  if (!on) await giveScreenBack();
}

async function giveScreenBack(): Promise<void> {
  if (document.fullscreenElement !== document.documentElement) return;
  // It may be given back already.
  await document.exitFullscreen().catch(() => undefined);
}

/** Whether Escape closes something that is open, and leaves the rest as it is. */
function isForWhatIsOpen({ target }: KeyboardEvent): boolean {
  if (document.querySelector('dialog[open]')) return true;
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}

/** Listens to the keys of the mode for as long as the calling component is there, and leaves it when no other offers it. */
export function offerZen(): void {
  listenToKeys({ z: toggleZen });
  listShortcuts(() => ({ title: t('zen.title'), shortcuts: [{ keys: ['Z'], text: t('zen.key') }] }));
  $effect(() => {
    // The board hears of Escape as well, and drops its move.
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && !isForWhatIsOpen(event)) leaveZen();
    };
    // A browser takes Escape for itself when it shows a page on the whole screen.
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
      // A rematch offers it anew.
      void tick().then(() => {
        if (offers === 0) leaveZen();
      });
    };
  });
}
