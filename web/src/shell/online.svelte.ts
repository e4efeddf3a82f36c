//! The state of the network connection.

let connected = $state(navigator.onLine);
window.addEventListener('online', () => (connected = true));
window.addEventListener('offline', () => (connected = false));

export const online = (): boolean => connected;
