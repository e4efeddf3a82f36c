//! Starts the service worker, and reports when it has fetched a newer version of the app.
import { buildHere } from '../lib/worker/shared';
import { t } from '../base/messages.svelte';
import { notify } from '../base/notices.svelte';

function offer(waiting: ServiceWorker): void {
  const reload = (): void => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    });
    waiting.postMessage('take over');
  };
  notify(t('update.ready'), { actions: [{ label: t('update.reload'), run: reload }] });
}

function watch(registration: ServiceWorkerRegistration): void {
  if (registration.waiting && navigator.serviceWorker.controller) offer(registration.waiting);
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      // Without a controller this is the first visit, so there is no older version to replace.
      if (worker.state === 'installed' && navigator.serviceWorker.controller) offer(worker);
    });
  });
}

/** Makes the app work offline from now on. Without support in the browser, the app needs the network. */
export async function startOffline(): Promise<void> {
  if (!('serviceWorker' in navigator) || !import.meta.env.PROD) return;
  try {
    watch(await navigator.serviceWorker.register(`/serviceWorker.js?engine=${buildHere()}`));
  } catch {
    // Private windows and strict settings reject it; the app then needs the network.
  }
}
