//! Tests of the accent color of a club: every color has contrast in both themes.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { accentTokens, contrastOf, shadesOf } from './accent';

/** Returns the colors of a token in the light and in the dark theme. */
function token(name: string): [string, string] {
  const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
  const [, light = '', dark = ''] =
    new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(css) ?? [];
  return [light, dark];
}

/** The corners of the cube of all colors, and points between them. */
const COLORS = ['00', '33', '7f', 'cc', 'ff'].flatMap((red, _, parts) =>
  parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
);

describe('an accent color', () => {
  it('has contrast on every surface of both themes', () => {
    const surfaces = ['bg', 'surface', 'surface-sunk'].map(token);
    for (const color of COLORS) {
      const { light, dark } = shadesOf(color);
      for (const [bright, dim] of [...surfaces, [light.soft, dark.soft] as const]) {
        expect(contrastOf(light.accent, bright), `${color} on ${bright}`).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(light.hover, bright), `${color} on ${bright}`).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(dark.accent, dim), `${color} on ${dim}`).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(dark.hover, dim), `${color} on ${dim}`).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('has contrast below the ink of buttons', () => {
    const [bright, dim] = token('accent-ink');
    for (const color of COLORS) {
      const { light, dark } = shadesOf(color);
      for (const shade of ['accent', 'hover'] as const) {
        expect(contrastOf(light[shade], bright), color).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(dark[shade], dim), color).toBeGreaterThanOrEqual(4.5);
      }
    }
  });

  it('stays as it is in the theme where it has contrast already', () => {
    expect(shadesOf('#2553c9').light.accent).toBe('#2553c9');
    expect(accentTokens('#2553c9').get('--accent')).toMatch(/^light-dark\(#2553c9, #[0-9a-f]{6}\)$/);
  });

  it('is measured as WCAG does', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });
});
