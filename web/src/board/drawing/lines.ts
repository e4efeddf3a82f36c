//! Lines and arrowheads as SVG paths.
import type { Placed } from './arrangement';
import type { Point } from './miniGeometry';

export interface ArrowPaths {
  shaft: string;
  head?: string;
}

const digits = (value: number): string => String(Math.round(value * 1000) / 1000);
const at = ({ x, y }: Point): string => `${digits(x)} ${digits(y)}`;

/** How far a line between squares swings out, as a part of its length: it curves if it leads to another level. */
export const bendOf = (from: Placed, to: Placed): number => (from.spot.level === to.spot.level ? 0 : 0.16);

const mix = (one: Point, other: Point, part: number): Point => ({
  x: one.x + (other.x - one.x) * part,
  y: one.y + (other.y - one.y) * part,
});

/** An arrow from point to point. Its tip ends a little short, so that what it points at is seen. */
export function arrowBetween(
  from: Point,
  to: Point,
  weight: number,
  head: 'arrow' | 'none',
  bend = 0,
): ArrowPaths {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return { shaft: '' };
  // A curve swings to the side on which it rises, or to the right if it goes straight up or down.
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

/** The point at a distance from another, on the way to a third. */
function towards(from: Point, to: Point, distance: number): Point {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  return mix(from, to, length === 0 ? 0 : distance / length);
}

const curve = (from: Point, control: Point, to: Point, bend: number): string =>
  bend === 0 ? `M${at(from)}L${at(to)}` : `M${at(from)}Q${at(control)} ${at(to)}`;
