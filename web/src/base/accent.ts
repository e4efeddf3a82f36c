//! The accent color of a club: its hue, with a brightness that has contrast on the surfaces of both themes.

/** Linear light of red, green, and blue, from 0 to 1. */
type Light = readonly [number, number, number];

/** The luminance of the darkest surface of the light theme, and of the lightest one of the dark theme. */
const LIGHT_GROUND = 0.82;
const DARK_GROUND = 0.03;

/** The contrast of texts, and a little more, because colors are rounded. */
const CONTRAST = 4.6;

const decode = (part: number): number => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
const encode = (light: number): number =>
  light <= 0.0031308 ? light * 12.92 : 1.055 * light ** (1 / 2.4) - 0.055;

function lightOf(color: string): Light {
  const part = (at: number): number => decode(parseInt(color.slice(at, at + 2), 16) / 255);
  return [part(1), part(3), part(5)];
}

const colorOf = (light: Light): string =>
  `#${light
    .map((part) =>
      Math.round(encode(part) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;

const luminanceOf = ([red, green, blue]: Light): number => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

const map = ([red, green, blue]: Light, change: (part: number) => number): Light => [
  change(red),
  change(green),
  change(blue),
];

/** Returns a color of the hue with a luminance, if it is brighter. */
function atMost(light: Light, most: number): Light {
  const luminance = luminanceOf(light);
  return luminance <= most ? light : map(light, (part) => (part * most) / luminance);
}

/** Returns a color of the hue with a luminance, if it is darker. */
function atLeast(light: Light, least: number): Light {
  const luminance = luminanceOf(light);
  const share = (least - luminance) / (1 - luminance);
  return luminance >= least ? light : map(light, (part) => part + (1 - part) * share);
}

/** Returns the contrast of two colors (WCAG 2). */
export function contrastOf(one: string, other: string): number {
  const [dark, bright] = [one, other].map((color) => luminanceOf(lightOf(color))).sort((a, b) => a - b);
  return ((bright ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

/** The shades of an accent color in one theme. */
interface Shades {
  readonly accent: string;
  readonly hover: string;
  readonly soft: string;
}

/** Returns the shades of a color in the light and in the dark theme. */
export function shadesOf(color: string): { light: Shades; dark: Shades } {
  const given = lightOf(color);
  const dark = atMost(given, (LIGHT_GROUND + 0.05) / CONTRAST - 0.05);
  const bright = atLeast(given, CONTRAST * (DARK_GROUND + 0.05) - 0.05);
  return {
    light: {
      accent: colorOf(dark),
      hover: colorOf(map(dark, (part) => part * 0.7)),
      soft: colorOf(map(dark, (part) => part + (1 - part) * 0.86)),
    },
    dark: {
      accent: colorOf(bright),
      hover: colorOf(map(bright, (part) => part + (1 - part) * 0.2)),
      soft: colorOf(atMost(bright, 0.022)),
    },
  };
}

/** Returns the design tokens of an accent color. */
export function accentTokens(color: string): ReadonlyMap<string, string> {
  const { light, dark } = shadesOf(color);
  const both = (shade: keyof Shades): string => `light-dark(${light[shade]}, ${dark[shade]})`;
  return new Map([
    ['--accent', both('accent')],
    ['--accent-hover', both('hover')],
    ['--accent-text', both('accent')],
    ['--accent-soft', both('soft')],
    ['--focus', both('accent')],
  ]);
}
