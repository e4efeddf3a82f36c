//! Who is ahead in material, by what the pieces of a variant are worth to its engine.
import type { Color, PlacedPiece, Variant } from '../lib/rules';

const PAWN = 100;

/** By how many pawns a side is ahead, in whole ones; none or fewer if it is not. */
export function leadOf(color: Color, pieces: readonly PlacedPiece[], values: Variant['values']): number {
  const worth = new Map(values.map(({ role, value }) => [role, value]));
  const sum = pieces.reduce(
    (sum, piece) => sum + (piece.color === color ? 1 : -1) * (worth.get(piece.role) ?? 0),
    0,
  );
  return Math.round(sum / PAWN);
}
