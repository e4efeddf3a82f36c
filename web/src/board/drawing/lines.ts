//! SVG paths for lines and arrowheads.
import type { Placed } from './arrangement';
import type { Point } from './miniGeometry';

export interface ArrowPaths {
  shaft: string;
  head?: string;
}

const digits = (value: number): string => String(Math.round(value * 1000) / 1000);
const at = ({ x, y }: Point): string => `${digits(x)} ${digits(y)}`;

/** Returns the curvature of a line, relative to its length: lines between levels are curved. */
export const bendOf = (from: Placed, to: Placed): number => (from.spot.level === to.spot.level ? 0 : 0.16);

const mix = (one: Point, other: Point, part: number): Point => ({
  x: one.x + (other.x - one.x) * part,
  y: one.y + (other.y - one.y) * part,
});

/** Draws an arrow between two points. Its tip ends a little short of the target, which stays visible. */
export function arrowBetween(
  from: Point,
  to: Point,
  weight: number,
  head: 'arrow' | 'none',
  bend = 0,
): ArrowPaths {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return { shaft: '' };
  // A curve bulges toward the side on which it rises, or to the right if it is vertical.
  const side = to.x >= from.x - 0.001 ? 1 : -1;
  const middle = mix(from, to, 0.5);
  const control = {
    x: middle.x + side * 2 * bend * (to.y - from.y) * (to.y > from.y ? 1 : -1),
    y: middle.y - 2 * bend * Math.abs(to.x - from.x),
  };
  const begin = towards(from, control, Math.min(0.22, length / 4));
  if (head === 'none') {
    const stop = towards(to, control, Math.min(0.22, length / 4));
    return { shaft: curve(begin, control, stop, bend) };
  }
  const tip = towards(to, control, Math.min(0.12, length / 6));
  const back = towards(tip, control, weight * 3.2);
  const way = { x: (tip.x - back.x) / (weight * 3.2), y: (tip.y - back.y) / (weight * 3.2) };
  const wing = (wide: number): Point => ({ x: back.x - way.y * wide, y: back.y + way.x * wide });
  const wide = weight * 1.9;
  return {
    shaft: curve(begin, control, back, bend),
    head: `M${at(tip)}L${at(wing(wide))}L${at(wing(-wide))}Z`,
  };
}

/** Returns the point at a distance from `from` toward `to`. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return mix(from, to, length === 0 ? 0 : distance / length);
}

const curve = (from: Point, control: Point, to: Point, bend: number): string =>
  bend === 0 ? `M${at(from)}L${at(to)}` : `M${at(from)}Q${at(control)} ${at(to)}`;
