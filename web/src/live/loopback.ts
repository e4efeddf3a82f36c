//! Detection of loopback addresses, which mean a different computer on every device.

/** Returns true if an address works only on this computer. */
export const isLoopback = (address: string): boolean =>
  /^(localhost|.+\.localhost|127\..*|\[::1\])$/.test(new URL(address).hostname);

/** Returns a link to this site with an origin that other devices can open, if one is known. */
export function linkAt(url: string, origin: string | undefined): string {
  const link = new URL(url, window.location.href);
  return isLoopback(link.href) && origin !== undefined
    ? new URL(link.pathname + link.search + link.hash, origin).href
    : link.href;
}
