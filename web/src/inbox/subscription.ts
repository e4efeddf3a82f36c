//! The push subscription of this browser.
import { t } from '../base/messages.svelte';
import { http } from './http';

/** The state of push messages in this browser. */
export type PushState =
  /** The page did not come over TLS. */
  | 'plain'
  /** On an iPhone or iPad, only the installed app can receive them. */
  | 'install'
  | 'unsupported'
  | 'denied'
  | 'off'
  | 'on';

interface Facts {
  /** The server's public key; undefined if it does not push. */
  readonly key: string | undefined;
  readonly isSecure: boolean;
  readonly hasPush: boolean;
  readonly isApplePhone: boolean;
  readonly isInstalled: boolean;
  readonly permission: NotificationPermission;
  /** True if both the browser and the server have this device. */
  readonly isSubscribed: boolean;
}

/** Returns the state that follows from the facts. */
export function pushStateOf(facts: Facts): PushState {
  const { key, isSecure, hasPush, isApplePhone, isInstalled, permission, isSubscribed } = facts;
  if (key === undefined || !isSecure) return 'plain';
  if (!hasPush) return isApplePhone && !isInstalled ? 'install' : 'unsupported';
  if (permission === 'denied') return 'denied';
  return isSubscribed && permission === 'granted' ? 'on' : 'off';
}

/** Returns true on iPhones and iPads; the latter claim to be Macs. */
export const isApplePhone = (agent: string, touchPoints: number): boolean =>
  /iPhone|iPad|iPod/.test(agent) || (agent.includes('Macintosh') && touchPoints > 1);

const hasPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return hasPush() ? navigator.serviceWorker.getRegistration() : undefined;
}

async function subscription(): Promise<PushSubscription | undefined> {
  return (await (await registration())?.pushManager.getSubscription()) ?? undefined;
}

/** Returns the state of push messages in this browser, given what the server knows. */
export async function pushState(key: string | undefined, isKnown: boolean): Promise<PushState> {
  return pushStateOf({
    key,
    isSecure: window.isSecureContext,
    hasPush: hasPush(),
    isApplePhone: isApplePhone(navigator.userAgent, navigator.maxTouchPoints),
    isInstalled: window.matchMedia('(display-mode: standalone)').matches,
    permission: 'Notification' in window ? Notification.permission : 'default',
    isSubscribed: isKnown && (await subscription()) !== undefined,
  });
}

/** Decodes a base64url text. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

const isSame = (one: ArrayBuffer | null, other: Uint8Array): boolean =>
  one !== null && new Uint8Array(one).join() === other.join();

/** The maximum time for the service worker to start on the first visit. */
const START_MS = 15_000;

/** Waits for the service worker. Some strict settings of browsers do not permit one. */
async function readyWorker(): Promise<ServiceWorkerRegistration> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(t('inbox.push.unsupported'))), START_MS);
  });
  return Promise.race([navigator.serviceWorker.ready, late]);
}

/**
 * Asks for permission, subscribes this browser, and registers it with the server. Called after a press only, as browsers
 * require. Returns false if the visitor does not permit it.
 */
export async function subscribe(key: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false;
  const applicationServerKey = bytesOf(key);
  const manager = (await readyWorker()).pushManager;
  const before = await manager.getSubscription();
  // A subscription with another key belongs to an earlier server.
  if (before && !isSame(before.options.applicationServerKey, applicationServerKey))
    await before.unsubscribe();
  const made = manager.subscribe({ userVisibleOnly: true, applicationServerKey });
  const { endpoint, keys } = (
    await made.catch((cause: unknown) => {
      throw new Error(t('inbox.push.failed'), { cause });
    })
  ).toJSON();
  await http.addDevice({
    endpoint: endpoint ?? '',
    keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
  });
  return true;
}

/** Ends the subscription of this browser. */
export async function unsubscribe(): Promise<void> {
  await (await subscription())?.unsubscribe();
}
