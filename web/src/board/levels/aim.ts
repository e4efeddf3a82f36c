//! Which square a hand means. The heads of upright pieces cover the squares behind them.
import type { Arrangement, Point } from '../drawing/arrangement';

/** How much of a square's width a piece takes up. */
const BODY = 0.5;

/** The square under a point; or the piece whose head is there, unless what the head covers is of use. */
export function squareMeant(
  arrangement: Arrangement,
  point: Point,
  isOccupied: (square: string) => boolean,
  isOfUse: (square: string) => boolean,
): string | undefined {
  const under = arrangement.squareAt(point);
  const { relief } = arrangement.plan;
  if (!relief || (under !== undefined && (isOccupied(under) || isOfUse(under)))) return under;
  const front = arrangement.squareAt({ x: point.x, y: point.y + 2 * relief.rise });
  const placed = front === undefined ? undefined : arrangement.at(front);
  if (!placed || !isOccupied(placed.name)) return under;
  const isOnBody = Math.abs(point.x - placed.center.x) < (BODY / 2) * placed.scale;
  return isOnBody ? placed.name : under;
}
