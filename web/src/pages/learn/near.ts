//! Tells when an element comes near to what is seen of the page.
import type { Attachment } from 'svelte/attachments';

/** How far from the edge of the window counts as near. */
const MARGIN = '400px 0px';

/** Calls once, when the element is near. */
export function whenNear(then: () => void): Attachment {
  return (element) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        then();
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element);
    return () => observer.disconnect();
  };
}
