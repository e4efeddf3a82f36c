//! The shapes of pieces: lathe geometries, except for the knight's head, which is cut from a plate.
import {
  BoxGeometry,
  type BufferGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  LatheGeometry,
  Shape,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';

import type { Role } from '../../../lib/rules';

/** Radius and height, from the foot up. */
type Profile = readonly (readonly [radius: number, height: number])[];

const SEGMENTS = 18;
const FOOT: Profile = [
  [0, 0],
  [0.33, 0],
  [0.34, 0.05],
  [0.3, 0.1],
  [0.31, 0.13],
  [0.22, 0.19],
];

const PROFILES: Record<Role, Profile> = {
  pawn: [
    [0.13, 0.3],
    [0.1, 0.42],
    [0.18, 0.46],
    [0.1, 0.49],
    [0.15, 0.54],
    [0.165, 0.61],
    [0.13, 0.69],
    [0, 0.74],
  ],
  knight: [
    [0.2, 0.24],
    [0.21, 0.29],
    [0, 0.31],
  ],
  bishop: [
    [0.14, 0.32],
    [0.1, 0.52],
    [0.19, 0.57],
    [0.1, 0.61],
    [0.16, 0.7],
    [0.15, 0.8],
    [0.06, 0.93],
    [0.05, 0.96],
    [0.055, 1],
    [0, 1.03],
  ],
  rook: [
    [0.19, 0.3],
    [0.17, 0.5],
    [0.24, 0.56],
    [0.25, 0.62],
    [0.17, 0.62],
    [0, 0.6],
  ],
  queen: [
    [0.15, 0.34],
    [0.1, 0.62],
    [0.21, 0.67],
    [0.11, 0.71],
    [0.14, 0.8],
    [0.23, 0.97],
    [0.17, 0.97],
    [0.1, 1],
    [0, 1.02],
  ],
  king: [
    [0.16, 0.34],
    [0.12, 0.64],
    [0.22, 0.69],
    [0.12, 0.73],
    [0.15, 0.82],
    [0.21, 0.98],
    [0.14, 1.02],
    [0, 1.05],
  ],
};

const SIZES: Record<Role, number> = { pawn: 0.96, knight: 1, bishop: 1, rook: 1.04, queen: 1.06, king: 1.1 };

const turned = (profile: Profile): BufferGeometry =>
  new LatheGeometry(
    [...FOOT, ...profile].map(([radius, height]) => new Vector2(radius, height)),
    SEGMENTS,
  );

function ringOf(count: number, radius: number, height: number, part: () => BufferGeometry): BufferGeometry[] {
  return Array.from({ length: count }, (_, at) =>
    part()
      .translate(0, height, radius)
      .rotateY((2 * Math.PI * at) / count),
  );
}

function horse(): BufferGeometry {
  const head = new Shape();
  head.moveTo(-0.17, 0);
  head.bezierCurveTo(-0.23, 0.24, -0.2, 0.5, -0.03, 0.62);
  head.lineTo(0, 0.72);
  head.lineTo(0.06, 0.61);
  head.bezierCurveTo(0.15, 0.56, 0.25, 0.45, 0.31, 0.34);
  head.bezierCurveTo(0.31, 0.27, 0.25, 0.24, 0.2, 0.26);
  head.bezierCurveTo(0.14, 0.32, 0.08, 0.32, 0.03, 0.32);
  head.bezierCurveTo(0.06, 0.2, 0.17, 0.16, 0.18, 0);
  const options = {
    depth: 0.13,
    bevelSize: 0.035,
    bevelThickness: 0.045,
    bevelSegments: 2,
    curveSegments: 5,
  };
  return new ExtrudeGeometry(head, options).translate(0, 0, -0.065);
}

const EXTRAS: Record<Role, () => BufferGeometry[]> = {
  pawn: () => [],
  knight: () => [horse().translate(0, 0.27, 0)],
  bishop: () => [],
  rook: () => ringOf(6, 0.205, 0.67, () => new BoxGeometry(0.13, 0.12, 0.09)),
  queen: () => [
    ...ringOf(8, 0.2, 1, () => new SphereGeometry(0.042, 8, 6)),
    new SphereGeometry(0.06, 10, 8).translate(0, 1.06, 0),
  ],
  king: () => [
    new BoxGeometry(0.06, 0.22, 0.05).translate(0, 1.13, 0),
    new BoxGeometry(0.17, 0.06, 0.05).translate(0, 1.15, 0),
  ],
};

/** Returns the geometry of a piece type. Its front faces the positive `x` direction of the knight's head. */
export function figureOf(role: Role): BufferGeometry {
  // Some geometries are indexed and some are not; they are merged without an index.
  const parts = [turned(PROFILES[role]), ...EXTRAS[role]()].map((part) =>
    part.index ? part.toNonIndexed() : part,
  );
  const whole = mergeGeometries(parts);
  for (const part of parts) part.dispose();
  return whole.scale(SIZES[role], SIZES[role], SIZES[role]);
}

/** Returns the height of a piece type. */
export const tallnessOf = (role: Role): number =>
  SIZES[role] * Math.max(...PROFILES[role].map(([, height]) => height), role === 'knight' ? 0.98 : 0);

/** Returns a band in the color of the side. */
export const bandFigure = (): BufferGeometry => new TorusGeometry(0.315, 0.028, 6, 24).rotateX(Math.PI / 2);

/** Returns an arrowhead: its tip at the origin, pointing up, one unit long and wide. */
export const coneFigure = (): BufferGeometry => new CylinderGeometry(0, 1, 1, 12).translate(0, -0.5, 0);
