//! The colors of a 3D scene, read from the design tokens.
import { Color } from 'three';

import { colorOf } from '../../drawing/colors';
import type { Tone } from './marks';

export interface Palette {
  light: Color;
  dark: Color;
  edge: Color;
  ink: string;
  paper: string;
  /** The material of black pieces: against a dark page they are visible only if they are not quite black. */
  blackFigure: string;
  isDark: boolean;
}

/** Returns the colors in effect at an element. */
export function paletteOf(element: Element): Palette {
  const read = (name: string): string => colorOf(name, element);
  return {
    light: new Color(read('--board-light')),
    dark: new Color(read('--board-dark')),
    edge: new Color(read('--board-edge')),
    ink: read('--ink'),
    paper: read('--surface'),
    blackFigure: read('--figure-black'),
    isDark: new Color(read('--bg')).getHSL({ h: 0, s: 0, l: 0 }).l < 0.5,
  };
}

/** The tokens that flat boards use as well; they are the same in every theme. */
const TONES: Record<Tone, string> = {
  last: '--mark-last',
  picked: '--mark-picked',
  reach: '--mark-reach',
  danger: '--mark-danger',
  focus: '--brush-blue',
  plus: '--mark-plus',
  minus: '--mark-minus',
  accent: '--brush-blue',
  pulse: '--pulse',
  energy: '--mark-energy',
  power: '--mark-power',
  lost: '--mark-lost',
  green: '--brush-green',
  red: '--brush-red',
  blue: '--brush-blue',
  yellow: '--brush-yellow',
};

const read = new Map<string, string>();

/** Returns the color of a token that is the same in every theme. */
export function fixedColor(token: string): string {
  const color = read.get(token) ?? colorOf(token);
  read.set(token, color);
  return color;
}

/** Returns the color of a mark. */
export const toneOf = (tone: Tone): string => fixedColor(TONES[tone]);
