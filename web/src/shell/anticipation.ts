//! Fetches what the visitor is likely to need next: a page when its link is approached, the rules when there is time.
import { startOffline } from './offline';
import { whenIdle } from '../base/idle';
import { readPath } from '../base/routes';
import { startRules } from '../base/rules.svelte';
import { prefetch } from './views.svelte';

function onApproach({ target }: Event): void {
  const link = target instanceof Element ? target.closest('a') : null;
  if (link?.origin === window.location.origin) prefetch(readPath(link.pathname));
}

const APPROACHES = ['pointerover', 'focusin', 'touchstart'] as const;

/** How long a page has a slow phone for itself before anything is fetched that nobody has asked for yet. */
const REST_MS = 2000;

function afterLoad(run: () => void): () => void {
  let stop = (): void => window.removeEventListener('load', onLoad);
  function onLoad(): void {
    const timer = setTimeout(() => (stop = whenIdle(run)), REST_MS);
    stop = () => clearTimeout(timer);
  }
  if (document.readyState === 'complete') onLoad();
  else window.addEventListener('load', onLoad, { once: true });
  return () => stop();
}

async function fetchAhead(): Promise<void> {
  await startRules('low');
  await startOffline();
}

/** Starts to look ahead. Returns how to stop. */
export function lookAhead(): () => void {
  for (const kind of APPROACHES) document.addEventListener(kind, onApproach, { passive: true });
  const stop = afterLoad(() => void fetchAhead());
  return () => {
    stop();
    for (const kind of APPROACHES) document.removeEventListener(kind, onApproach);
  };
}
