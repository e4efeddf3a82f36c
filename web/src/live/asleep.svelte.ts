//! The state of a tab that has been hidden for long, which leaves the connection to other tabs.

const HIDDEN_MS = 10 * 60_000;

let isHiddenLong = $state(false);
let falling: ReturnType<typeof setTimeout> | undefined;

/** Returns true if the tab has been hidden for long. */
export const isAsleep = (): boolean => isHiddenLong;

document.addEventListener('visibilitychange', () => {
  clearTimeout(falling);
  if (document.hidden) falling = setTimeout(() => (isHiddenLong = true), HIDDEN_MS);
  else isHiddenLong = false;
});
