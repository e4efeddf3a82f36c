//! Reactive state of the network connection, as the browser reports it.

let connected = $state(navigator.onLine);
window.addEventListener('online', () => (connected = true));
window.addEventListener('offline', () => (connected = false));

export const online = (): boolean => connected;
