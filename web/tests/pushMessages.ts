//! Push messages in a browser under test: the subscription, the delivery to the service worker, and the notifications.
import type { BrowserContext, Page, Worker } from '@playwright/test';

import { worksOffline } from './fixtures';
import type { SubscriptionValues } from './pushService';
import { present } from './rules';

/** The names in a service worker that the types of a page lack. */
export interface WorkerScope {
  readonly clients: { openWindow: (url: string) => Promise<null> };
  readonly registration: ServiceWorkerRegistration;
  readonly WindowClient: { readonly prototype: { focus: () => Promise<unknown> } };
  readonly NotificationEvent: new (kind: string, options: { notification: Notification }) => Event;
  readonly PushEvent: new (kind: string, options: { data: string }) => Event;
  readonly ExtendableEvent: new (kind: string) => Event;
  readonly dispatchEvent: (event: Event) => boolean;
  fetch: (url: string, options: { method: string; body: string }) => Promise<Response>;
}

/**
 * Answers the requests of pages for a subscription, because tests cannot reach the push service of the browser. The
 * answer may depend on the key of the server, in base64url.
 */
export async function answerSubscribe(
  context: BrowserContext,
  answer: (serverKey: string) => SubscriptionValues,
): Promise<void> {
  await context.exposeFunction('answerSubscribe', answer);
  await context.addInitScript(() => {
    if (!('PushManager' in window)) return;
    const asked = window as unknown as { answerSubscribe: (key: string) => Promise<SubscriptionValues> };
    let made: PushSubscription | null = null;
    PushManager.prototype.subscribe = async (options) => {
      const key = new Uint8Array(options?.applicationServerKey as Uint8Array<ArrayBuffer>);
      const base64 = btoa(String.fromCharCode(...key));
      const base64url = base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
      const { endpoint, keys } = await asked.answerSubscribe(base64url);
      made = {
        endpoint,
        options: { applicationServerKey: key.buffer, userVisibleOnly: true },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: () => {
          made = null;
          return Promise.resolve(true);
        },
      } as unknown as PushSubscription;
      return made;
    };
    PushManager.prototype.getSubscription = () => Promise.resolve(made);
  });
}

/**
 * Delivers a message to the service worker of a page, as the browser would, and waits until it is handled. The DevTools
 * protocol has a command for this, which sometimes loses a message.
 */
export async function deliver(page: Page, data: string): Promise<void> {
  await worksOffline(page);
  await worker(page).evaluate(async (text) => {
    const scope = self as unknown as WorkerScope;
    const event = new scope.PushEvent('push', { data: text });
    let handled: Promise<unknown> = Promise.resolve();
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => (handled = work) });
    scope.dispatchEvent(event);
    await handled;
  }, data);
}

/** Returns the notifications on the screen: the tag, the title, and the text. */
export const shown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ tag, title, body }) => `${tag}: ${title}, ${body}`);
  });

export const closeNotifications = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    for (const notification of await registration.getNotifications()) notification.close();
  });

export const worker = (page: Page): Worker => present(page.context().serviceWorkers()[0]);

/** Clicks the only notification. Returns the actions of the service worker. */
export async function clickNotification(page: Page): Promise<string[]> {
  return worker(page).evaluate(async () => {
    const scope = self as unknown as WorkerScope;
    const done: string[] = [];
    // Browsers permit both only after a real click.
    scope.clients.openWindow = (url) => Promise.resolve(done.push(`open ${url}`)).then(() => null);
    scope.WindowClient.prototype.focus = () => Promise.resolve(done.push('focus'));
    const [notification] = await scope.registration.getNotifications();
    if (!notification) return ['nothing to click'];
    const event = new scope.NotificationEvent('notificationclick', { notification });
    let ended: Promise<unknown> = Promise.resolve();
    Object.defineProperty(event, 'waitUntil', { value: (work: Promise<unknown>) => (ended = work) });
    scope.dispatchEvent(event);
    await ended;
    const left = await scope.registration.getNotifications();
    return [...done, `${String(left.length)} left`];
  });
}
