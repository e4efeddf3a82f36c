//! Errors that nobody caught: told once each, with a way on.
import { ApiError } from '../lib/api/failure';
import { asSentence } from '../lib/sentence';
import { copy } from './clipboard';
import { language, t } from './messages.svelte';
import { notify } from './notices.svelte';
import { failureSentence } from './problems';

/** An error as a text that a person can send to us. */
export function details(error: unknown): string {
  const said = error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error);
  return [`Faraday, ${window.location.pathname}`, navigator.userAgent, said].join('\n\n');
}

/** What to say of an error: its own sentence, or the page's if it comes from the server. */
export function sentence(error: unknown): string {
  if (error instanceof ApiError) return failureSentence(error.failure);
  return asSentence(error instanceof Error ? error.message : String(error), language());
}

/** Puts the details where they can be pasted from. */
export const copyDetails = (error: unknown): Promise<void> => copy(details(error), 'details');

function tell(error: unknown): void {
  notify(t('fault.notice', { reason: sentence(error) }), {
    kind: 'error',
    actions: [
      { label: t('fault.copy'), run: () => void copyDetails(error) },
      { label: t('fault.reload'), run: () => window.location.reload() },
    ],
  });
}

// Browsers report this harmless condition as an error of the page.
const isHarmless = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** Tells of every error that nothing else has caught. */
export function watchFaults(): void {
  window.addEventListener('error', (event) => {
    if (!isHarmless(event.message)) tell(event.error ?? event.message);
  });
  window.addEventListener('unhandledrejection', (event) => tell(event.reason));
}
