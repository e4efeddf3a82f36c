//! The service worker, which caches the whole app so that it starts offline. Cached responses keep their headers, and
//! so the cross-origin isolation of the page.

import { readPath } from './base/routes';
import './serviceWorkerPush';

/** The files of the app, each with a version, inserted at build time. */
declare const PAGE: Record<string, string>;

const worker = self as unknown as ServiceWorkerGlobalScope;

/**
 * The large files of the engine's two builds. A browser runs one of them, which the page names in the address of this
 * script. If that one fails, the other is fetched.
 */
const BUILDS = { threads: '/assets/engine_threads_bg-', single: '/assets/engine_bg-' };
const build = new URL(worker.location.href).searchParams.get('engine');
const isIdle = (path: string): boolean =>
  Object.entries(BUILDS).some(([name, start]) => build !== null && name !== build && path.startsWith(start));

/** The files to cache, with their versions. */
const page = Object.fromEntries(Object.entries(PAGE).filter(([path]) => !isIdle(path)));
const PREFIX = 'faraday-page-';

async function digest(): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(page));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return PREFIX + [...digest.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A cache belongs to one version of the app: any changed file makes a new version. */
const cacheName = digest();

async function versionIn(cache: Cache, path: string): Promise<string | undefined> {
  const versions = await cache.match('/.versions');
  return versions ? ((await versions.json()) as Record<string, string>)[path] : undefined;
}

/** Returns the copy of a file in the cache of an older version, if the file is unchanged. */
async function unchanged(path: string, version: string): Promise<Response | undefined> {
  for (const name of await caches.keys()) {
    if (!name.startsWith(PREFIX)) continue;
    const cache = await caches.open(name);
    if ((await versionIn(cache, path)) === version) return cache.match(path);
  }
  return undefined;
}

async function fetched(path: string): Promise<Response> {
  const response = await fetch(path, { cache: 'no-cache', credentials: 'same-origin' });
  if (!response.ok) throw new Error(`${path} could not be fetched: status ${String(response.status)}`);
  return response;
}

async function keepPage(): Promise<void> {
  const cache = await caches.open(await cacheName);
  const keep = async ([path, version]: [string, string]): Promise<void> =>
    cache.put(path, (await unchanged(path, version)) ?? (await fetched(path)));
  await Promise.all(Object.entries(page).map(keep));
  await cache.put('/.versions', new Response(JSON.stringify(page)));
}

async function dropOlder(): Promise<void> {
  const kept = await cacheName;
  const older = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== kept);
  await Promise.all(older.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request, path: string): Promise<Response> {
  const cache = await caches.open(await cacheName);
  return (await cache.match(path)) ?? fetch(request);
}

worker.addEventListener('install', (event) => event.waitUntil(keepPage()));
worker.addEventListener('activate', (event) => event.waitUntil(dropOlder()));
worker.addEventListener('message', (event) => {
  if (event.data === 'take over') event.waitUntil(worker.skipWaiting());
});
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return;
  if (pathname in page) event.respondWith(answer(request, pathname));
  else if (request.mode === 'navigate' && readPath(pathname).kind !== 'unknown')
    event.respondWith(answer(request, '/'));
});
