//! Silhouettes of the piece types, simple enough to be legible at small sizes.
import type { Role } from '../../lib/rules';

/** Each path fits into a 10 × 10 box. */
export const GLYPHS: Record<Role, string> = {
  pawn: 'M5 1a1.9 1.9 0 0 1 1.1 3.4C7 5.2 7.3 6.6 7.4 8.3H2.6C2.7 6.6 3 5.2 3.9 4.4A1.9 1.9 0 0 1 5 1zM2 8.6h6v1.1H2z',
  knight:
    'M2.4 9.7c-.2-2 1-3.4 2-4.7-.8.5-1.6 1.1-2.5 1.3L.8 5.2c.7-1.2 1.2-2.6 2.4-3.5L3.3.5l1.3.8c3 .2 4.2 3 3.9 8.4z',
  bishop:
    'M5 .4a.95.95 0 0 1 .6 1.7c1.5 1.1 2.1 2.3 1.7 3.6-.2.6-.6 1-1 1.3l.5 1.5h1v1.2H2.2V8.5h1L3.7 7c-.4-.3-.8-.7-1-1.3-.4-1.3.2-2.5 1.7-3.6A.95.95 0 0 1 5 .4z',
  rook: 'M1.9 1.1h1.6v1.2h.8V1.1h1.4v1.2h.8V1.1h1.6v2.6l-1.1.9.3 3.8h.9v1.3H1.8V8.4h.9L3 4.6l-1.1-.9z',
  queen: 'M.8 2.2L2.8 5l.3-3.7L4.5 4.5 5 .7l.5 3.8 1.4-3.2L7.2 5l2-2.8L8 8.3H2zM2 8.7h6v1H2z',
  king: 'M4.5.2h1v.9h.9V2h-.9v1.1c2-1.1 3.7-.2 3.5 1.8-.1 1.2-1 2-1.3 3.4H2.3C2 6.9 1.1 6.1 1 4.9.8 2.9 2.5 2 4.5 3.1V2h-.9v-.9h.9zM2 8.7h6v1H2z',
};

/** The width of each glyph in a row, including its outline, in tenths of its size. */
const ADVANCE: Record<Role, number> = { pawn: 7.6, knight: 9.4, bishop: 7.2, rook: 8, queen: 10, king: 9.6 };

/** A row of glyphs, centered at 0. */
export interface GlyphRow {
  size: number;
  width: number;
  glyphs: { role: Role; x: number }[];
}

/** Lays out a row of glyphs at a size, or smaller if the row would exceed the maximum width. */
export function glyphRow(roles: readonly Role[], size: number, most: number): GlyphRow {
  const natural = roles.reduce((sum, role) => sum + ADVANCE[role], 0) / 10;
  const fitting = Math.min(size, most / natural);
  const width = natural * fitting;
  let left = -width / 2;
  const glyphs = roles.map((role) => {
    const advance = (ADVANCE[role] / 10) * fitting;
    left += advance;
    return { role, x: left - advance / 2 };
  });
  return { size: fitting, width, glyphs };
}
