//! What leaves the page through the device, which knows the programs that take it.

/** Whether the device takes something to share. */
export const canShare = (what: ShareData): boolean => 'canShare' in navigator && navigator.canShare(what);

/** Has the visitor choose who gets it. Whoever thinks better of it has done nothing wrong. */
export async function share(what: ShareData): Promise<void> {
  try {
    await navigator.share(what);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
