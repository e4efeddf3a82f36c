//! Lines and arrowheads as SVG paths.
import type { Point } from './miniGeometry';

export interface ArrowPaths {
  shaft: string;
  head?: string;
}

const digits = (value: number): string => String(Math.round(value * 1000) / 1000);
const at = ({ x, y }: Point): string => `${digits(x)} ${digits(y)}`;

/** An arrow from point to point. Its tip ends a little short, so that what it points at is seen. */
export function arrowBetween(from: Point, to: Point, weight: number, head: 'arrow' | 'none'): ArrowPaths {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length === 0) return { shaft: '' };
  const way = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  const along = (distance: number, side = 0): Point => ({
    x: from.x + way.x * distance - way.y * side,
    y: from.y + way.y * distance + way.x * side,
  });
  const start = Math.min(0.22, length / 4);
  if (head === 'none') return { shaft: `M${at(along(start))}L${at(along(length - start))}` };
  const tip = length - Math.min(0.12, length / 6);
  const back = tip - weight * 3.2;
  const wide = weight * 1.9;
  return {
    shaft: `M${at(along(start))}L${at(along(Math.max(back, start)))}`,
    head: `M${at(along(tip))}L${at(along(back, wide))}L${at(along(back, -wide))}Z`,
  };
}
