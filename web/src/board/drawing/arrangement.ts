//! The layout of a board's squares on the screen. One square of a flat board is one unit of length. Independent of
//! pieces, moves, and the drawing of squares.
import { spotOf, type Point, type Shape as Size, type Spot } from './miniGeometry';

export type { Point, Size, Spot };
export { spotOf };

/** A picture plane and its projection. */
export interface Plan {
  width: number;
  height: number;
  /** Projects a point of a level; `x` and `y` start at the upper left corner of the level as it is displayed. */
  project: (level: number, x: number, y: number) => Point;
  /** The position of a level's name; undefined if there is only one level. */
  label?: (level: number) => Point;
  /** The parts that rise above the levels; undefined if the levels are seen from directly above. */
  relief?: Relief;
}

/** Measured in square widths. */
export interface Relief {
  /** The height of a piece's center above the center of its square. */
  rise: number;
  /** The height of a board's front side. */
  front: number;
}

/** A square with its geometry. */
export interface Placed {
  name: string;
  spot: Spot;
  isDark: boolean;
  /** Clockwise from the upper left. */
  corners: readonly Point[];
  /** The corners in the format of an SVG polygon. */
  outline: string;
  center: Point;
  /** The width at the center: 1 on a flat board. */
  scale: number;
  /** The ratio of height to width: 1 if seen from directly above. */
  flatness: number;
  /** The center of a piece's image. */
  stand: Point;
  /** The drawing order: a higher value is closer to the viewer. */
  order: number;
}

/** Returns the name of a square. */
export function nameOf({ level, file, rank }: Spot, levels: number): string {
  const prefix = levels > 1 ? String(level + 1) : '';
  return `${prefix}${String.fromCharCode(97 + file)}${rank + 1}`;
}

const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y);

/** Returns true if a point is on the inner side of every edge of a convex polygon. */
function holds(corners: readonly Point[], { x, y }: Point): boolean {
  return corners.every((one, at) => {
    const other = corners[(at + 1) % corners.length] ?? one;
    return (other.x - one.x) * (y - one.y) - (other.y - one.y) * (x - one.x) >= 0;
  });
}

/** Formats points for an SVG polygon. */
export const outlineOf = (points: readonly Point[]): string =>
  points.map(({ x, y }) => `${x},${y}`).join(' ');

/** The squares of a board with their geometry. */
export class Arrangement {
  /** In drawing order: later squares cover earlier ones. */
  readonly squares: readonly Placed[];
  readonly #byName: ReadonlyMap<string, Placed>;

  constructor(
    readonly size: Size,
    readonly flipped: boolean,
    readonly plan: Plan,
  ) {
    this.squares = this.#place();
    this.#byName = new Map(this.squares.map((placed) => [placed.name, placed]));
  }

  /** Returns the square with a name. */
  at(name: string): Placed | undefined {
    return this.#byName.get(name);
  }

  /** Returns the square under a point, the topmost one if there are several. */
  squareAt(point: Point): string | undefined {
    return this.squares.findLast((placed) => holds(placed.corners, point))?.name;
  }

  /** Returns the rows of a level as they are displayed. */
  rows(level: number): Placed[][] {
    const rows: Placed[][] = Array.from({ length: this.size.ranks }, () => []);
    for (const placed of this.squares) {
      if (placed.spot.level === level) rows[this.seen(placed.spot).row]?.push(placed);
    }
    return rows;
  }

  /** Returns the outline of a level. */
  frame(level: number): string {
    const { files, ranks } = this.size;
    const { project } = this.plan;
    return outlineOf([
      project(level, 0, 0),
      project(level, files, 0),
      project(level, files, ranks),
      project(level, 0, ranks),
    ]);
  }

  /** Returns the square one step away on the screen, or the same square at the edge of the level. */
  step(name: string, right: number, down: number): string {
    const placed = this.at(name);
    if (!placed) return name;
    const turn = this.flipped ? -1 : 1;
    const { level, file, rank } = placed.spot;
    return this.#within({ level, file: file + right * turn, rank: rank - down * turn }) ?? name;
  }

  /** Returns the corresponding square of the level above or below. */
  climb(name: string, up: number): string {
    const placed = this.at(name);
    return placed ? (this.#within({ ...placed.spot, level: placed.spot.level + up }) ?? name) : name;
  }

  #within(spot: Spot): string | undefined {
    return this.at(nameOf(spot, this.size.levels))?.name;
  }

  /** Returns the displayed column and row of a square, from the left and from the top. */
  seen({ file, rank }: Spot): { column: number; row: number } {
    const { files, ranks } = this.size;
    return this.flipped ? { column: files - 1 - file, row: rank } : { column: file, row: ranks - 1 - rank };
  }

  #place(): Placed[] {
    const { files, ranks, levels } = this.size;
    const { project, relief } = this.plan;
    const placed: Placed[] = [];
    for (let at = 0; at < files * ranks * levels; at += 1) {
      const row = Math.floor(at / files) % ranks;
      const column = at % files;
      const level = Math.floor(at / (files * ranks));
      const file = this.flipped ? files - 1 - column : column;
      const rank = this.flipped ? row : ranks - 1 - row;
      const corners = [
        project(level, column, row),
        project(level, column + 1, row),
        project(level, column + 1, row + 1),
        project(level, column, row + 1),
      ];
      const center = project(level, column + 0.5, row + 0.5);
      const scale = distance(project(level, column, row + 0.5), project(level, column + 1, row + 0.5));
      const height = distance(project(level, column + 0.5, row), project(level, column + 0.5, row + 1));
      const rise = (relief?.rise ?? 0) * scale;
      placed.push({
        name: nameOf({ level, file, rank }, levels),
        spot: { level, file, rank },
        isDark: (file + rank + level) % 2 === 0,
        corners,
        outline: outlineOf(corners),
        center,
        scale,
        flatness: height / scale,
        stand: { x: center.x, y: center.y - rise },
        order: at,
      });
    }
    return placed;
  }
}

const GAP = 0.45;
const HEADING = 0.62;
const MARGIN = 0.42;

/** The minimum width for levels side by side. */
export const ROW_PX = 520;

/** Arranges the levels side by side with the lowest on the left, or in a column with the lowest at the bottom. */
export function flatPlan(size: Size, direction: 'row' | 'column', margin: 'margin' | 'none'): Plan {
  const { files, ranks, levels } = size;
  const left = margin === 'margin' ? MARGIN : 0;
  const heading = levels > 1 ? HEADING : 0;
  const [width, height] = [files + left, ranks + left + heading];
  const corner = (level: number): Point =>
    direction === 'row'
      ? { x: level * (width + GAP), y: 0 }
      : { x: 0, y: (levels - 1 - level) * (height + GAP / 2) };
  const plan: Plan = {
    width: direction === 'row' ? levels * (width + GAP) - GAP : width,
    height: direction === 'row' ? height : levels * (height + GAP / 2) - GAP / 2,
    project: (level, x, y) => ({ x: corner(level).x + left + x, y: corner(level).y + heading + y }),
  };
  if (levels === 1) return plan;
  return {
    ...plan,
    label: (level) => ({ x: corner(level).x + left + 0.06, y: corner(level).y + HEADING / 2 }),
  };
}

/** Returns the aspect ratio (width / height) of levels side by side. */
export function rowRatio(size: Size): number {
  const { width, height } = flatPlan(size, 'row', 'none');
  return width / height;
}
