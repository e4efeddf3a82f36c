//! Copies texts to the clipboard, even over plain HTTP, and shows a notice of the result.
import { t } from './messages.svelte';
import { notify } from './notices.svelte';

/** The kind of text that is copied. */
type Copied = 'link' | 'fen' | 'pgn' | 'codes' | 'details';

/** Copies through a selected field. Over plain HTTP, as on a club's own network, there is no other way. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  // While a dialog is open, nothing outside it can be selected.
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

/** Copies a text to the clipboard, and shows a notice of success or failure. */
export async function copy(text: string, what: Copied): Promise<void> {
  if (await put(text)) notify(t(`copied.${what}`), { kind: 'success', seconds: 3 });
  else notify(t('copied.not'), { kind: 'warning' });
}
