//! Where squares lie in space: `x` to the right, `y` up, `z` towards White. One square is one unit of length.
import { Vector3 } from 'three';

import { spotOf, type Size } from '../../drawing/arrangement';

/** How far apart levels are. */
export const STOREY = 3;
/** How thick a board is. */
export const THICK = 0.14;

/** The height of the upper side of a level, with the middle of the whole at 0. */
export const heightOf = (level: number, { levels }: Size): number => (level - (levels - 1) / 2) * STOREY;

/** The middle of the upper side of a square. */
export function placeOf(square: string, size: Size): Vector3 {
  const spot = spotOf(square);
  if (!spot) return new Vector3();
  return new Vector3(
    spot.file - (size.files - 1) / 2,
    heightOf(spot.level, size),
    (size.ranks - 1) / 2 - spot.rank,
  );
}

/** How far from the middle anything reaches, pieces included. */
export function radiusOf(size: Size): number {
  const tall = (size.levels - 1) * STOREY + 1.4;
  return Math.hypot(size.files, size.ranks, tall) / 2;
}

/** How high the way of something rises over the straight line between two places. */
export function archOf(from: Vector3, to: Vector3): number {
  const flat = Math.hypot(to.x - from.x, to.z - from.z);
  return 0.35 + 0.12 * flat;
}

/** The middle of a curved way: over the straight line, and off to the side if it only climbs. */
export function bendOf(from: Vector3, to: Vector3, rise: number): Vector3 {
  const middle = from.clone().lerp(to, 0.5);
  const isClimb = Math.abs(from.y - to.y) > 0.5;
  if (!isClimb) return middle.setY(middle.y + 2 * rise);
  // A way from level to level swings out of the column, so that it can be seen beside the pieces that stand there.
  const side = new Vector3(to.z - from.z, 0, from.x - to.x);
  if (side.lengthSq() < 0.01) side.set(1, 0, 0.4);
  return middle.add(side.setLength(0.9));
}
