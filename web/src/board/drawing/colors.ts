//! The colors of the page as they are seen, for pictures that are drawn outside of its document.

/** The color that a custom property has where an element stands, as `rgb(…)`. */
export function colorOf(property: string, where: Element = document.body): string {
  // The text of a property may hold a color for each theme; only a color that is in use is one.
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  where.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
