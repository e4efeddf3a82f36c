//! The curve of a game: what share of the point White could expect after each ply. One ply is one unit wide, the whole
//! point one unit high.

export interface Spot {
  x: number;
  y: number;
}

/** The spots of the curve, the start of the game first. */
export const spotsOf = (shares: readonly number[]): Spot[] => shares.map((share, x) => ({ x, y: 1 - share }));

const write = ({ x, y }: Spot): string => `${x} ${Number(y.toFixed(4))}`;

/** The curve as an SVG path. */
export const curve = (spots: readonly Spot[]): string =>
  spots.map((spot, at) => `${at === 0 ? 'M' : 'L'}${write(spot)}`).join('');

/** What is below the curve: White's share. */
export function area(spots: readonly Spot[]): string {
  const [first, last] = [spots[0], spots.at(-1)];
  return first && last ? `${curve(spots)}L${last.x} 1L${first.x} 1Z` : '';
}

/** The ply that is nearest to a place between the left edge, 0, and the right edge, 1. */
export const plyAt = (place: number, plies: number): number =>
  Math.min(plies, Math.max(0, Math.round(place * plies)));
