//! Prefetching: a page when the pointer or focus reaches its link, the rules when the browser is idle.
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

/** The time that a page has for itself on a slow phone before anything is prefetched. */
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

async function prefetchAll(): Promise<void> {
  await startRules('low');
  await startOffline();
}

/** Starts prefetching. Returns a function that stops it. */
export function startPrefetching(): () => void {
  for (const kind of APPROACHES) document.addEventListener(kind, onApproach, { passive: true });
  const stop = afterLoad(() => void prefetchAll());
  return () => {
    stop();
    for (const kind of APPROACHES) document.removeEventListener(kind, onApproach);
  };
}
