//! The opposite of a side.
import type { Color } from '../lib/rules';

export const other = (color: Color): Color => (color === 'white' ? 'black' : 'white');

export const opponentOf = (side: Color | undefined): Color | undefined =>
  side === undefined ? undefined : other(side);
