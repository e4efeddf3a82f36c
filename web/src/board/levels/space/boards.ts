//! The 3D boards: glass slabs with squares, and the names next to them.
import {
  BoxGeometry,
  Color,
  Group,
  InstancedMesh,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  type Raycaster,
} from 'three';

import { nameOf, spotOf, type Size } from '../../drawing/arrangement';
import { Labels } from './labels';
import { heightOf, placeOf, STOREY, THICK } from './layout';
import type { Tint } from './marks';
import { fixedColor, toneOf, type Palette } from './palette';

const LIP = 0.12;
const CLEAR = 0.86;
const IDLE = 0.28;

interface Level {
  tiles: InstancedMesh<BoxGeometry, MeshBasicMaterial>;
  slab: Mesh<BoxGeometry, MeshLambertMaterial>;
  squares: string[];
}

export class Boards {
  readonly group = new Group();
  readonly #levels: Level[];
  readonly #posts = new Group();
  readonly #post = new MeshLambertMaterial({ transparent: true, opacity: 0.28 });
  readonly #labels = new Labels();
  readonly #names = new Group();
  #palette: Palette | undefined;

  constructor(
    private readonly size: Size,
    private readonly levelName: (level: number) => string,
  ) {
    this.#levels = Array.from({ length: size.levels }, (_, level) => this.#build(level));
    if (size.levels > 1) this.#raisePosts();
    this.group.add(this.#posts, this.#names);
  }

  /** Returns the first square on a ray. */
  squareOn(ray: Raycaster): string | undefined {
    const [hit] = ray.intersectObjects(this.#levels.map(({ tiles }) => tiles));
    const level = this.#levels.find(({ tiles }) => tiles === hit?.object);
    return hit?.instanceId === undefined ? undefined : level?.squares[hit.instanceId];
  }

  paint(palette: Palette): void {
    this.#palette = palette;
    this.#post.color.copy(palette.edge);
    for (const { slab } of this.#levels) slab.material.color.copy(palette.edge);
  }

  /** Colors the squares. Later tints cover earlier ones. */
  tint(tints: readonly Tint[], idle: ReadonlySet<number>): void {
    const palette = this.#palette;
    if (!palette) return;
    this.#levels.forEach(({ tiles, slab, squares }, level) => {
      squares.forEach((square, at) => tiles.setColorAt(at, this.#ground(square, palette)));
      const color = new Color();
      for (const { square, tone, strength } of tints) {
        const at = squares.indexOf(square);
        if (at < 0) continue;
        tiles.getColorAt(at, color);
        tiles.setColorAt(at, color.lerp(new Color(toneOf(tone)), strength));
      }
      if (tiles.instanceColor) tiles.instanceColor.needsUpdate = true;
      tiles.material.opacity = idle.has(level) ? IDLE : CLEAR;
      slab.material.opacity = idle.has(level) ? IDLE : 0.6;
    });
  }

  /** Draws the names of levels, files, and ranks, facing one side. */
  name(side: 1 | -1, isNamed: boolean): void {
    const { files, ranks, levels } = this.size;
    const style = { ink: this.#palette?.ink ?? fixedColor('--curve-line') };
    this.#names.clear();
    const put = (text: string, x: number, y: number, z: number, height: number): void => {
      const sprite = this.#labels.make(text, [], style, height);
      sprite.position.set(x * side, y, z * side);
      this.#names.add(sprite);
    };
    for (let level = 0; level < levels; level += 1) {
      const y = heightOf(level, this.size);
      if (levels > 1) put(this.levelName(level), -files / 2 - 0.7, y, ranks / 2 + 0.45, 0.34);
      if (!isNamed) continue;
      for (let file = 0; file < files; file += 1)
        put(String.fromCharCode(97 + file), (file - (files - 1) / 2) * side, y, ranks / 2 + 0.32, 0.3);
      for (let rank = 0; rank < ranks; rank += 1)
        put(String(rank + 1), -files / 2 - 0.32, y, ((ranks - 1) / 2 - rank) * side, 0.3);
    }
  }

  dispose(): void {
    for (const { tiles, slab } of this.#levels) {
      tiles.geometry.dispose();
      tiles.material.dispose();
      tiles.dispose();
      slab.geometry.dispose();
      slab.material.dispose();
    }
    for (const post of this.#posts.children)
      if (post instanceof Mesh) (post.geometry as BoxGeometry).dispose();
    this.#post.dispose();
    this.#labels.dispose();
  }

  #ground(square: string, { dark, light }: Palette): Color {
    const spot = spotOf(square);
    return spot && (spot.file + spot.rank + spot.level) % 2 === 0 ? dark : light;
  }

  #build(level: number): Level {
    const { files, ranks, levels } = this.size;
    const squares = Array.from({ length: files * ranks }, (_, at) =>
      nameOf({ level, file: at % files, rank: Math.floor(at / files) }, levels),
    );
    // Glass does not hide anything that is drawn after it.
    const glass = { transparent: true, opacity: CLEAR, depthWrite: false };
    const tiles = new InstancedMesh(
      new BoxGeometry(0.985, 0.05, 0.985),
      // Unlit, so that a color has the same appearance from every side.
      new MeshBasicMaterial(glass),
      squares.length,
    );
    squares.forEach((square, at) => {
      const { x, y, z } = placeOf(square, this.size);
      tiles.setMatrixAt(at, new Matrix4().makeTranslation(x, y - 0.025, z));
    });
    const slab = new Mesh(
      new BoxGeometry(files + 2 * LIP, THICK, ranks + 2 * LIP),
      new MeshLambertMaterial(glass),
    );
    slab.position.y = heightOf(level, this.size) - 0.055 - THICK / 2;
    // Objects behind glass are drawn before it, from the bottom up.
    slab.renderOrder = 2 * level + 1;
    tiles.renderOrder = 2 * level + 2;
    tiles.computeBoundingSphere();
    this.group.add(slab, tiles);
    return { tiles, slab, squares };
  }

  #raisePosts(): void {
    const { files, ranks, levels } = this.size;
    const tall = (levels - 1) * STOREY;
    for (const [x, z] of [
      [1, 1],
      [1, -1],
      [-1, 1],
      [-1, -1],
    ] as const) {
      const post = new Mesh(new BoxGeometry(0.05, tall, 0.05), this.#post);
      post.position.set(x * (files / 2 + 0.04), -THICK, z * (ranks / 2 + 0.04));
      this.#posts.add(post);
    }
  }
}
