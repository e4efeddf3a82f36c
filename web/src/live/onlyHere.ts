//! Addresses that mean another computer wherever they are opened.

/** Whether an address leads to this computer alone. */
export const leadsOnlyHere = (address: string): boolean =>
  /^(localhost|.+\.localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);

/** A link of this site, at an origin that other devices can open where one is known. */
export function linkAt(url: string, origin: string | undefined): string {
  const link = new URL(url, window.location.href);
  return leadsOnlyHere(link.href) && origin !== undefined
    ? new URL(link.pathname + link.search + link.hash, origin).href
    : link.href;
}
