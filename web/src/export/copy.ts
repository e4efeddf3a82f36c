//! What leaves the page: to the clipboard, or as a file.
import { t } from '../app/messages.svelte';
import { notify } from '../app/notices.svelte';

/** Puts a text on the clipboard, and tells whether that went well. */
export async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify(t('analyze.copied'), { kind: 'success', seconds: 3 });
  } catch {
    notify(t('fault.notCopied'), { kind: 'warning' });
  }
}

/** Hands something over as a file. */
export function download(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
