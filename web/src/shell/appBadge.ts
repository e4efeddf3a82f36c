//! The number on the icon of the installed app.

/** Shows a number on the app's icon; 0 removes it. Does nothing in browsers without badges. */
export function setAppBadge(count: number): void {
  if (!('setAppBadge' in navigator)) return;
  // An app that is not installed has no icon, and some browsers then reject the call.
  navigator.setAppBadge(count).catch(() => undefined);
}
