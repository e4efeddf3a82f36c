//! Says things to screen readers through the two live regions of the page.

type Urgency = 'polite' | 'assertive';

/** The attribute by which the regions are found; see LiveRegions.svelte. */
const regionOf = (urgency: Urgency): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-announce="${urgency}"]`);

/** Says a text. A text that is said twice is read twice, for every one is a paragraph of its own. */
export function announce(text: string, urgency: Urgency = 'polite'): void {
  const region = regionOf(urgency);
  if (!region) return;
  const paragraph = document.createElement('p');
  paragraph.textContent = text;
  region.append(paragraph);
  while (region.childElementCount > 20) region.firstElementChild?.remove();
}
