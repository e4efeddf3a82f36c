//! Coordinates of a 3D scene: `x` to the right, `y` up, `z` toward White. One square is one unit of length.
import { Vector3 } from 'three';

import { spotOf, type Size } from '../../drawing/arrangement';

/** The distance between levels. */
export const STOREY = 3;
/** The thickness of a board. */
export const THICK = 0.14;

/** Returns the height of a level's upper side, with the center of the scene at 0. */
export const heightOf = (level: number, { levels }: Size): number => (level - (levels - 1) / 2) * STOREY;

/** Returns the center of a square's upper side. */
export function placeOf(square: string, size: Size): Vector3 {
  const spot = spotOf(square);
  if (!spot) return new Vector3();
  return new Vector3(
    spot.file - (size.files - 1) / 2,
    heightOf(spot.level, size),
    (size.ranks - 1) / 2 - spot.rank,
  );
}

/** Returns the largest distance of anything from the center, including pieces. */
export function radiusOf(size: Size): number {
  const tall = (size.levels - 1) * STOREY + 1.4;
  return Math.hypot(size.files, size.ranks, tall) / 2;
}

/** Returns the height of a path's arc above the straight line between two places. */
export function arcHeightOf(from: Vector3, to: Vector3): number {
  const flat = Math.hypot(to.x - from.x, to.z - from.z);
  return 0.35 + 0.12 * flat;
}

/** Returns the middle of a curved path: above the straight line, and to the side if the path is vertical. */
export function controlPointOf(from: Vector3, to: Vector3, rise: number): Vector3 {
  const middle = from.clone().lerp(to, 0.5);
  const isClimb = Math.abs(from.y - to.y) > 0.5;
  if (!isClimb) return middle.setY(middle.y + 2 * rise);
  // A path between levels bulges out of the column, so that it is visible next to the pieces there.
  const side = new Vector3(to.z - from.z, 0, from.x - to.x);
  if (side.lengthSq() < 0.01) side.set(1, 0, 0.4);
  return middle.add(side.setLength(0.9));
}
