//! The colors of a scene, taken from the tokens of the page.
import { Color } from 'three';

import { colorOf } from '../../../app/colors';
import type { Tone } from './marks';

export interface Palette {
  light: Color;
  dark: Color;
  edge: Color;
  ink: string;
  paper: string;
  isDark: boolean;
}

/** The colors in force where an element stands. */
export function paletteOf(element: Element): Palette {
  const read = (name: string): string => colorOf(name, element);
  return {
    light: new Color(read('--board-light')),
    dark: new Color(read('--board-dark')),
    edge: new Color(read('--board-edge')),
    ink: read('--ink'),
    paper: read('--surface'),
    isDark: new Color(read('--bg')).getHSL({ h: 0, s: 0, l: 0 }).l < 0.5,
  };
}

/** The same colors as the layers of a flat board have. */
export const TONES: Record<Tone, string> = {
  last: '#f2d04b',
  picked: '#3fae6a',
  reach: '#1f8f4e',
  danger: '#e2343f',
  focus: '#2a62d8',
  plus: '#2f74e8',
  minus: '#e8731a',
  accent: '#2553c9',
  pulse: '#7a45e0',
  energy: '#e3aa12',
  power: '#1a8f4b',
  lost: '#cf2f3a',
  green: '#1a8f4b',
  red: '#cf2f3a',
  blue: '#2a62d8',
  yellow: '#e0a912',
};
