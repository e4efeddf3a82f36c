//! The two sides of a game.
import type { Color } from '../lib/rules';

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');
