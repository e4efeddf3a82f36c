//! Visual encodings of numbers: signs, opacities of charges, and radii of energy glows.

export type Sign = 'plus' | 'minus' | 'zero';

export const signOf = (amount: number): Sign => (amount > 0 ? 'plus' : amount < 0 ? 'minus' : 'zero');

/** Formats a number with its sign, using a true minus, which is as wide as the plus. */
export const signed = (amount: number): string =>
  amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '0';

// Most charges are small: the curve rises fast and levels out, so that 1 is visible and 12 still differs from 9.
/** Returns the opacity of a number's color on its square, from 0 to 1. */
export const strength = (amount: number): number =>
  amount === 0 ? 0 : 0.16 + 0.6 * (1 - Math.exp(-Math.abs(amount) / 5));

/** Returns the radius of an energy's glow, relative to the square. */
export const glow = (amount: number): number => Math.min(0.2 + 0.025 * amount, 0.34);
