//! The way to the clipboard.
import { t } from './messages.svelte';
import { notify } from './notices.svelte';

/** What a text is that is copied. */
type Copied = 'link' | 'fen' | 'pgn' | 'details';

/** Puts a text on the clipboard, and tells whether that went well. */
export async function copy(text: string, what: Copied): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t(`copied.${what}`), { kind: 'success', seconds: 3 });
  } catch {
    notify(t('copied.not'), { kind: 'warning' });
  }
}
