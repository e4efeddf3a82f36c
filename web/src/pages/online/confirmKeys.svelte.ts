//! The keyboard shortcuts of a move that waits for its confirmation.
import { t } from '../../base/messages.svelte';
import { listShortcuts } from '../../base/shortcuts.svelte';
import type { LiveGame } from '../../live/game.svelte';
import { listenToKeys } from '../../shell/keys.svelte';

/** Returns true if Enter presses the focused element. */
const hasButton = (): boolean =>
  document.activeElement?.matches('button, a, summary, [role="button"]') === true;

/** Handles the keys while the calling component is mounted. */
export function listenToConfirmKeys(live: LiveGame): void {
  listenToKeys({ Escape: () => live.withdraw() }, () => !live.isProposing);
  listenToKeys({ Enter: () => void live.confirm() }, () => !live.isProposing || hasButton());
  listShortcuts(() => ({
    title: t('live.confirm.title'),
    shortcuts: [
      { keys: ['Enter'], text: t('live.confirm.key.send') },
      { keys: ['Esc'], text: t('live.confirm.key.cancel') },
    ],
  }));
}
