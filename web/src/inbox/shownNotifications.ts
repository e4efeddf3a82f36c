//! The notifications that the service worker shows on this device, and its questions to the page.
import { WHERE, type PageState, type PushMessage } from './pushMessage';

/** Closes the notifications that are over, or all of them. */
export async function closeNotifications(
  isOver: (message: PushMessage) => boolean = () => true,
): Promise<void> {
  // Browsers without push have none.
  if (!('serviceWorker' in navigator) || !('Notification' in window)) return;
  const registration = await navigator.serviceWorker.getRegistration();
  for (const notification of (await registration?.getNotifications()) ?? [])
    if (isOver(notification.data as PushMessage)) notification.close();
}

/** Answers the service worker when it asks for the state of this page. Returns a function that stops it. */
export function answerWorker(): (() => void) | undefined {
  if (!('serviceWorker' in navigator)) return undefined;
  const { serviceWorker } = navigator;
  const answer = ({ data, ports }: MessageEvent): void => {
    if (data !== WHERE) return;
    const state: PageState = {
      path: window.location.pathname,
      isVisible: document.visibilityState === 'visible',
    };
    ports[0]?.postMessage(state);
  };
  serviceWorker.addEventListener('message', answer);
  return () => serviceWorker.removeEventListener('message', answer);
}
