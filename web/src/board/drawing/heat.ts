//! How strong a number looks.

export type Sign = 'plus' | 'minus' | 'zero';

export const signOf = (amount: number): Sign => (amount > 0 ? 'plus' : amount < 0 ? 'minus' : 'zero');

/** A number with its sign: the minus is a true one, as wide as the plus. */
export const signed = (amount: number): string =>
  amount > 0 ? `+${amount}` : amount < 0 ? `−${-amount}` : '0';

// Most charges are small: the curve rises fast and levels out, so that 1 is seen and 12 still differs from 9.
/** How much a number covers its square, from 0 to 1. */
export const strength = (amount: number): number =>
  amount === 0 ? 0 : 0.16 + 0.6 * (1 - Math.exp(-Math.abs(amount) / 5));

/** How large the glow of an energy is, as a part of the square. */
export const glow = (amount: number): number => Math.min(0.2 + 0.025 * amount, 0.34);
