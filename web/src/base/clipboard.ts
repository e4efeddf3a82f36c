//! The way to the clipboard.
import { t } from './messages.svelte';
import { notify } from './notices.svelte';

/** What a text is that is copied. */
type Copied = 'link' | 'fen' | 'pgn' | 'details';

/** Copies by a selected field, as pages do that came over plain HTTP: in a club's own network there is no other way. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // Beside an open dialog nothing can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without a secure context
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  }
}

async function put(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

/** Puts a text on the clipboard, and tells whether that went well. */
export async function copy(text: string, what: Copied): Promise<void> {
  if (await put(text)) notify(t(`copied.${what}`), { kind: 'success', seconds: 3 });
  else notify(t('copied.not'), { kind: 'warning' });
}
