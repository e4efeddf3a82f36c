//! The graph of White's expected score after each ply. A ply is one unit wide, and a full point one unit high.

export interface Spot {
  x: number;
  y: number;
}

/** Returns the points of the graph from the start of the game. */
export const spotsOf = (shares: readonly number[]): Spot[] => shares.map((share, x) => ({ x, y: 1 - share }));

const write = ({ x, y }: Spot): string => `${x} ${Number(y.toFixed(4))}`;

/** Returns the graph as an SVG path. */
export const curve = (spots: readonly Spot[]): string =>
  spots.map((spot, at) => `${at === 0 ? 'M' : 'L'}${write(spot)}`).join('');

/** Returns the area below the graph: White's share. */
export function area(spots: readonly Spot[]): string {
  const [first, last] = [spots[0], spots.at(-1)];
  return first && last ? `${curve(spots)}L${last.x} 1L${first.x} 1Z` : '';
}

/** Returns the ply closest to a horizontal position from 0 (left edge) to 1 (right edge). */
export const plyAt = (place: number, plies: number): number =>
  Math.min(plies, Math.max(0, Math.round(place * plies)));
