//! Hit testing on a stacked board, where upright pieces cover the squares behind them.
import type { Arrangement, Point } from '../drawing/arrangement';

/** The width of a piece, relative to its square. */
const BODY = 0.5;

/** Returns the square under a point, or that of a piece whose head is there, unless the covered square has a use. */
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
