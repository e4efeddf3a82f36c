//! The opposite of a side.
import type { Color } from '../lib/rules';

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');
