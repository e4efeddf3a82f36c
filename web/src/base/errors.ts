//! Handling of uncaught errors: each is shown once, with a way to continue.
import { ApiError } from '../lib/api/failure';
import { asSentence } from '../lib/sentence';
import { copy } from './clipboard';
import { language, t } from './messages.svelte';
import { notify } from './notices.svelte';
import { failureSentence } from './problems';

/** Formats an error for a bug report. */
export function details(error: unknown): string {
  const text = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return [`Faraday, ${window.location.pathname}`, navigator.userAgent, text].join('\n\n');
}

/** The message for an error: its own, or the app's translation of an error of the server. */
export function sentence(error: unknown): string {
  if (error instanceof ApiError) return failureSentence(error.failure);
  return asSentence(error instanceof Error ? error.message : String(error), language());
}

/** Copies the details of an error to the clipboard. */
export const copyDetails = (error: unknown): Promise<void> => copy(details(error), 'details');

function showError(error: unknown): void {
  notify(t('fault.notice', { reason: sentence(error) }), {
    kind: 'error',
    actions: [
      { label: t('fault.copy'), run: () => void copyDetails(error) },
      { label: t('fault.reload'), run: () => window.location.reload() },
    ],
  });
}

// Browsers report this harmless condition as an error.
const isHarmless = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** Shows a notice for every uncaught error. */
export function reportUncaughtErrors(): void {
  window.addEventListener('error', (event) => {
    if (!isHarmless(event.message)) showError(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => showError(event.reason));
}
