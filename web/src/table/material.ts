//! The material lead of a side, by the piece values of the variant's engine.
import type { Color, PlacedPiece, Variant } from '../lib/rules';

const PAWN = 100;

/** Returns the advantage of a side in whole pawns; 0 or less if it has none. */
export function leadOf(color: Color, pieces: readonly PlacedPiece[], values: Variant['values']): number {
  const worth = new Map(values.map(({ role, value }) => [role, value]));
  const sum = pieces.reduce(
    (sum, piece) => sum + (piece.color === color ? 1 : -1) * (worth.get(piece.role) ?? 0),
    0,
  );
  return Math.round(sum / PAWN);
}
