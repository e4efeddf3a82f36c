//! The keyboard shortcut of every page for the next game that waits for the visitor.
import { sentence } from '../base/errors';
import { t } from '../base/messages.svelte';
import { notify } from '../base/notices.svelte';
import { gamePath } from '../base/routes';
import { listenToKeys } from '../shell/keys.svelte';
import { navigate, place } from '../shell/router.svelte';
import { nextGame, refreshRunningGames } from './runningGames.svelte';
import { identity } from './session.svelte';

async function openNext(): Promise<void> {
  const { route } = place();
  const shown = route.kind === 'game' ? route.id : undefined;
  try {
    await refreshRunningGames();
  } catch (error) {
    notify(sentence(error), { kind: 'warning' });
    return;
  }
  const next = nextGame(shown);
  if (next === undefined) notify(t('live.next.none'));
  else navigate(gamePath(next));
}

/** Handles the key while the calling component is mounted. */
export function listenToNextGameKey(): void {
  listenToKeys({ g: () => void openNext() }, () => !identity());
}
