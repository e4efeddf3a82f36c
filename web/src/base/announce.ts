//! Announcements to screen readers through the app's two live regions.

type Urgency = 'polite' | 'assertive';

/** The attribute that marks a live region; see LiveRegions.svelte. */
const regionOf = (urgency: Urgency): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-announce="${urgency}"]`);

/** Announces a text. A repeated text is read again, because each announcement is a paragraph of its own. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const region = regionOf(urgency);
  if (!region) return;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  region.append(paragraph);
  while (region.childElementCount > 20) region.firstElementChild?.remove();
}
