//! The part of the service worker for push messages: shows each as a notification, and opens its page on a click.
import {
  isNewer,
  readMessage,
  remembered,
  tagOf,
  WHERE,
  type PageState,
  type PushMessage,
  type Shown,
} from './inbox/pushMessage';

const worker = self as unknown as ServiceWorkerGlobalScope;

/** The cache with the messages shown last, which outlives their notifications. */
const CACHE = 'faraday-pushed';
const SHOWN = '/.pushed';

/** A property that TypeScript's types lack: a new message replaces the old one with a sound. */
interface TaggedOptions extends NotificationOptions {
  readonly renotify: boolean;
  readonly timestamp: number;
}

async function readShown(): Promise<Map<string, Shown>> {
  const stored = await (await caches.open(CACHE)).match(SHOWN);
  return new Map(stored ? ((await stored.json()) as [string, Shown][]) : []);
}

async function keepShown(shown: ReadonlyMap<string, Shown>): Promise<void> {
  await (await caches.open(CACHE)).put(SHOWN, new Response(JSON.stringify([...shown])));
}

/** The time for an answer of a page. A frozen tab gives none. */
const ANSWER_MS = 500;

/** Returns a page's state, or its first address if it does not answer: navigation in the app leaves that unchanged. */
async function stateOf(client: WindowClient): Promise<PageState> {
  const { port1, port2 } = new MessageChannel();
  const unanswered: PageState = {
    path: new URL(client.url).pathname,
    isVisible: client.visibilityState === 'visible',
  };
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data as PageState);
    client.postMessage(WHERE, [port2]);
    setTimeout(() => resolve(unanswered), ANSWER_MS);
  });
}

/** Returns the open pages with an address. */
async function pagesAt(url: string): Promise<(PageState & { client: WindowClient })[]> {
  const { pathname } = new URL(url, worker.location.origin);
  const clients = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const pages = clients.map(async (client) => ({ ...(await stateOf(client)), client }));
  return (await Promise.all(pages)).filter(({ path }) => path === pathname);
}

async function show(message: PushMessage): Promise<void> {
  const shown = await readShown();
  if (!isNewer(message, shown.get(tagOf(message)))) return;
  // The board on the screen shows the move itself.
  if (!(await pagesAt(message.url)).some(({ isVisible }) => isVisible)) await notify(message);
  await keepShown(remembered(shown, message));
}

async function notify(message: PushMessage): Promise<void> {
  const options: TaggedOptions = {
    body: message.body,
    tag: tagOf(message),
    renotify: true,
    timestamp: message.at,
    icon: '/icons/icon-192.png',
    data: message,
  };
  await worker.registration.showNotification(message.title, options);
  // The number of waiting games is unknown here; the app shows it when it is opened.
  if ('setAppBadge' in worker.navigator) await worker.navigator.setAppBadge().catch(() => undefined);
}

/** The message in progress: two at once would both find themselves newer than the one shown last. */
let last: Promise<void> = Promise.resolve();

worker.addEventListener('push', (event) => {
  const message = readMessage(event.data?.text() ?? '', worker.location.origin);
  if (!message) return;
  last = last.catch(() => undefined).then(() => show(message));
  event.waitUntil(last);
});

async function openPage(url: string): Promise<void> {
  const [open] = await pagesAt(url);
  if (open) await open.client.focus();
  else await worker.clients.openWindow(url);
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const { url } = event.notification.data as PushMessage;
  event.waitUntil(openPage(url));
});

/** Replaces an expired subscription with a new one. If that fails, the settings show that the device is off. */
async function renew(event: PushSubscriptionChangeEvent): Promise<void> {
  const { oldSubscription, newSubscription } = event;
  const applicationServerKey = oldSubscription?.options.applicationServerKey ?? null;
  const made =
    newSubscription ??
    (await worker.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
  await fetch('/api/v1/notices/devices', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(made),
  });
}

worker.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renew(event)));
