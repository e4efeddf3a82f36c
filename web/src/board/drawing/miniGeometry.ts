//! The geometry of a small board. One square is one unit of length.
import type { Variant } from '../../lib/rules';

export type Shape = Pick<Variant, 'files' | 'ranks' | 'levels'>;
/** Levels in a row, in a column, or stacked in perspective. */
export type Arrangement = 'row' | 'column' | 'stack';

export interface Spot {
  level: number;
  file: number;
  rank: number;
}
export interface Point {
  x: number;
  y: number;
}
export interface Plan {
  width: number;
  height: number;
  /** The transformation of each level from a flat one with its upper left corner at the origin. */
  matrices: readonly string[];
  /** Returns the center of a square. */
  center: (spot: Spot) => Point;
}

/** Returns the file, rank, and level of a square, each from 0. */
export function spotOf(square: string): Spot | undefined {
  const parts = /^(\d?)([a-z])(\d+)$/.exec(square);
  if (!parts) return undefined;
  const [, level, file = 'a', rank] = parts;
  return { level: Number(level || '1') - 1, file: file.charCodeAt(0) - 97, rank: Number(rank) - 1 };
}

const GAP = 0.4;
const SLANT = 0.62;
const FLATNESS = 0.52;

type Matrix = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

function matrixOf(shape: Shape, arrangement: Arrangement, level: number): Matrix {
  if (arrangement === 'row') return [1, 0, 0, 1, level * (shape.files + GAP), 0];
  const above = shape.levels - 1 - level;
  if (arrangement === 'column') return [1, 0, 0, 1, 0, above * (shape.ranks + GAP)];
  return [1, 0, -SLANT, FLATNESS, SLANT * shape.ranks, above * (shape.ranks * FLATNESS + GAP) + GAP / 2];
}

function extentOf({ files, ranks, levels }: Shape, arrangement: Arrangement): Pick<Plan, 'width' | 'height'> {
  switch (arrangement) {
    case 'row':
      return { width: levels * (files + GAP) - GAP, height: ranks };
    case 'column':
      return { width: files, height: levels * (ranks + GAP) - GAP };
    case 'stack':
      return { width: files + SLANT * ranks, height: levels * (ranks * FLATNESS + GAP) - GAP / 2 };
  }
}

/** Returns the layout of a board as seen from White's or Black's side. */
export function planOf(shape: Shape, arrangement: Arrangement, flipped: boolean): Plan {
  const levels = Array.from({ length: shape.levels }, (_, level) => matrixOf(shape, arrangement, level));
  const center = ({ level, file, rank }: Spot): Point => {
    const [a, b, c, d, e, f] = levels[level] ?? [1, 0, 0, 1, 0, 0];
    const x = (flipped ? shape.files - 1 - file : file) + 0.5;
    const y = (flipped ? rank : shape.ranks - 1 - rank) + 0.5;
    return { x: a * x + c * y + e, y: b * x + d * y + f };
  };
  return {
    ...extentOf(shape, arrangement),
    matrices: levels.map((matrix) => `matrix(${matrix.join(' ')})`),
    center,
  };
}

/** Returns the dark squares of a level as one path. Neighboring levels have opposite colors. */
export function darkSquares(shape: Shape, level: number, flipped: boolean): string {
  const parts: string[] = [];
  for (let rank = 0; rank < shape.ranks; rank += 1) {
    for (let file = 0; file < shape.files; file += 1) {
      const x = flipped ? shape.files - 1 - file : file;
      const y = flipped ? rank : shape.ranks - 1 - rank;
      if ((file + rank + level) % 2 === 0) parts.push(`M${x} ${y}h1v1h-1z`);
    }
  }
  return parts.join('');
}
