//! Reads computed colors of custom properties, for pictures drawn outside the document.

/** Returns the color of a custom property at an element, as `rgb(…)`. */
export function colorOf(property: string, where: Element = document.body): string {
  // A property can contain one color per theme; only a color in use resolves to a single one.
  const probe = document.createElement('span');
  probe.style.color = `var(${property})`;
  where.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}
