//! Sharing through the operating system's dialog (Web Share API).

/** Returns true if the device can share the data. */
export const canShare = (what: ShareData): boolean => 'canShare' in navigator && navigator.canShare(what);

/** Opens the share dialog. A cancellation is not an error. */
export async function share(what: ShareData): Promise<void> {
  try {
    await navigator.share(what);
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
