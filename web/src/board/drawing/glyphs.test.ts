import { describe, expect, it } from 'vitest';

import type { Role } from '../../lib/rules';
import { GLYPHS, glyphRow } from './glyphs';

const ROLES = Object.keys(GLYPHS) as Role[];
const SETS = Array.from({ length: 2 ** ROLES.length - 1 }, (_, at) =>
  ROLES.filter((__, bit) => ((at + 1) >> bit) % 2 === 1),
);

describe('a row of glyphs', () => {
  it('is centered, keeps to its width, and has no two that overlap', () => {
    for (const roles of SETS) {
      const { size, width, glyphs } = glyphRow(roles, 0.28, 0.96);
      expect(glyphs.map(({ role }) => role)).toEqual(roles);
      expect(width).toBeLessThanOrEqual(0.96 + 1e-9);
      const gaps = glyphs.slice(1).map(({ x }, at) => (x - (glyphs[at]?.x ?? 0)) / size);
      // The narrowest pair is a pawn and a bishop.
      for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(0.74 - 1e-9);
      const [first, last] = [glyphs[0], glyphs.at(-1)];
      expect(Math.abs((first?.x ?? 0) + (last?.x ?? 0))).toBeLessThan(0.15 * size + 1e-9);
    }
  });

  it('shrinks two or three by a fifth at most where they are drawn large', () => {
    for (const roles of SETS.filter(({ length }) => length <= 3))
      expect(glyphRow(roles, 0.39, 0.96).size).toBeGreaterThan(0.31);
  });
});
