//! Stacked levels, each tilted away from the viewer. All have the same tilt, so that all are equally easy to read.
import type { Plan, Point, Size } from '../drawing/arrangement';

/** The height of a level on screen, relative to its length. */
const TILT = 0.57;
/** The far edge is narrower than the near one by the factor 1 / (1 + DEPTH). */
const DEPTH = 0.22;
const GAP = 0.46;
/** The space for the heads of pieces on the far rank. */
const HEAD = 0.42;
const SIDE = 0.16;
const MARGIN = 0.42;
const FRONT = 0.34;
const FRONT_WITH_FILES = 0.6;
const RISE = 0.2;

/** Arranges the levels in perspective, the lowest at the bottom. */
export function stackedPlan({ files, ranks, levels }: Size, margin: 'margin' | 'none'): Plan {
  const left = margin === 'margin' ? MARGIN : SIDE;
  const front = margin === 'margin' ? FRONT_WITH_FILES : FRONT;
  const height = ranks * TILT;
  const pitch = height + front + GAP;
  const near = (level: number): number => HEAD + (levels - 1 - level) * pitch + height;

  // A true perspective: straight lines stay straight, and equal steps become shorter with distance.
  const project = (level: number, x: number, y: number): Point => {
    const away = (ranks - y) / ranks;
    const size = 1 / (1 + DEPTH * away);
    const up = away * (1 + DEPTH) * size;
    return {
      x: left + files / 2 + (x - files / 2) * size,
      y: near(level) - height * up,
    };
  };
  return {
    width: left + files + SIDE,
    height: near(0) + front + SIDE,
    project,
    relief: { rise: RISE, front },
    label: (level) => ({ x: left + 0.16, y: near(level) + front - FRONT / 2 + 0.02 }),
  };
}
