//! The time of the server.

let clock: () => number = Date.now;

/** Returns the server's time in milliseconds since 1970; this device's time until a live connection has begun. */
export const serverNow = (): number => clock();

/** Sets the clock that follows the server. */
export const setServerClock = (now: () => number): void => void (clock = now);
