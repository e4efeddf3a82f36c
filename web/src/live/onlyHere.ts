//! Addresses that mean another computer wherever they are opened.

/** Whether an address leads to this computer alone. */
export const leadsOnlyHere = (address: string): boolean =>
  /^(localhost|.+\.localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);
