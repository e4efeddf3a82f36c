//! The pieces of a 3D scene and their movement.
import {
  type BufferGeometry,
  CircleGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshPhongMaterial,
  QuadraticBezierCurve3,
  type Raycaster,
  type Vector3,
} from 'three';

import { colorOf } from '../../drawing/colors';
import type { Color, Role, PlacedPiece } from '../../../lib/rules';
import { spotOf, type Size } from '../../drawing/arrangement';
import type { TrackedPiece } from '../../drawing/pieces';
import { bandFigure, figureOf, tallnessOf } from './figures';
import { Labels } from './labels';
import { arcHeightOf, controlPointOf, placeOf } from './layout';
import type { Animations } from './animations';
import { fixedColor, toneOf, type Palette } from './palette';

type Substance = 'solid' | 'faint';

interface PieceMesh {
  piece: TrackedPiece;
  group: Group;
  body: Mesh<BufferGeometry, MeshPhongMaterial>;
  band: Mesh<BufferGeometry, MeshPhongMaterial>;
  shadow: Mesh;
}

type Paint = `${'body' | 'band'} ${Color}`;

const paintsOf = (blackFigure: string): Record<Paint, string> => ({
  'body white': fixedColor('--figure-white'),
  'body black': blackFigure,
  'band white': toneOf('plus'),
  'band black': toneOf('minus'),
});
/** The opacity of a previewed piece, or of one on a level that the picked piece cannot reach. */
const FAINT = 0.55;
/** Transparent white is invisible on a bright board, so it is more opaque and tinted with White's field color. */
const faintWhite = () => ({ color: fixedColor('--figure-faint'), opacity: 0.82 });

export class Pieces {
  readonly group = new Group();
  readonly #ghosts = new Group();
  readonly #figures = new Map<Role, BufferGeometry>();
  readonly #materials = new Map<
    string,
    { paint: Paint; substance: Substance; material: MeshPhongMaterial }
  >();
  #paints = paintsOf(colorOf('--figure-black'));
  readonly #band = bandFigure();
  readonly #shade = new CircleGeometry(0.4, 20).rotateX(-Math.PI / 2);
  readonly #shadow = new MeshBasicMaterial({
    color: fixedColor('--space-shade'),
    transparent: true,
    opacity: 0.22,
    depthWrite: false,
  });
  readonly #labels = new Labels();
  readonly #meshes = new Map<number, PieceMesh>();

  constructor(
    private readonly size: Size,
    private readonly motion: Animations,
  ) {
    this.group.add(this.#ghosts);
  }

  paint({ blackFigure }: Palette): void {
    this.#paints = paintsOf(blackFigure);
    for (const { paint, substance, material } of this.#materials.values())
      material.color.set(this.#styleOf(paint, substance).color);
  }

  /** Moves the pieces to their squares. */
  show(pieces: readonly TrackedPiece[], ms: number): void {
    const kept = new Set(pieces.map(({ id }) => id));
    for (const [id, mesh] of this.#meshes) if (!kept.has(id)) this.#remove(id, mesh, ms);
    for (const piece of pieces) {
      const mesh = this.#meshes.get(piece.id);
      if (!mesh) this.#add(piece, ms);
      else this.#follow(mesh, piece, ms);
    }
  }

  /** Draws previewed pieces, and fades those that would leave or are on unreachable levels. */
  suppose(ghosts: readonly PlacedPiece[], leaving: readonly string[], idle: ReadonlySet<number>): void {
    for (const mesh of this.#meshes.values()) {
      const { color, square } = mesh.piece;
      const isFaint = leaving.includes(square) || this.#isOn(square, idle);
      this.#dress(mesh, color, isFaint ? 'faint' : 'solid');
    }
    this.#ghosts.clear();
    for (const ghost of ghosts) {
      const { group } = this.#make(ghost, 'faint');
      group.position.copy(placeOf(ghost.square, this.size));
      this.#ghosts.add(group);
    }
  }

  /** Returns the square of the first piece on a ray and its distance. */
  hit(ray: Raycaster): { square: string; distance: number } | undefined {
    const meshes = [...this.#meshes.values()];
    const [hit] = ray.intersectObjects(meshes.map(({ body }) => body));
    const met = meshes.find(({ body }) => body === hit?.object);
    return hit && met ? { square: met.piece.square, distance: hit.distance } : undefined;
  }

  dispose(): void {
    for (const figure of this.#figures.values()) figure.dispose();
    for (const { material } of this.#materials.values()) material.dispose();
    this.#band.dispose();
    this.#shade.dispose();
    this.#shadow.dispose();
    this.#labels.dispose();
  }

  #isOn(square: string, levels: ReadonlySet<number>): boolean {
    const spot = spotOf(square);
    return spot !== undefined && levels.has(spot.level);
  }

  #figure(role: Role): BufferGeometry {
    const known = this.#figures.get(role) ?? figureOf(role);
    this.#figures.set(role, known);
    return known;
  }

  #styleOf(paint: Paint, substance: Substance): { color: string; opacity: number } {
    if (substance === 'solid') return { color: this.#paints[paint], opacity: 1 };
    return paint === 'body white' ? faintWhite() : { color: this.#paints[paint], opacity: FAINT };
  }

  #material(paint: Paint, substance: Substance): MeshPhongMaterial {
    const key = `${paint} ${substance}`;
    const known = this.#materials.get(key)?.material;
    if (known) return known;
    const isFaint = substance === 'faint';
    const material = new MeshPhongMaterial({
      ...this.#styleOf(paint, substance),
      shininess: 45,
      specular: fixedColor('--figure-gloss'),
      transparent: isFaint,
      depthWrite: !isFaint,
    });
    this.#materials.set(key, { paint, substance, material });
    return material;
  }

  #make(piece: PlacedPiece, substance: Substance): Omit<PieceMesh, 'piece'> {
    const group = new Group();
    const body = new Mesh(this.#figure(piece.role), this.#material(`body ${piece.color}`, substance));
    const band = new Mesh(this.#band, this.#material(`band ${piece.color}`, substance));
    band.position.y = 0.12;
    const shadow = new Mesh(this.#shade, this.#shadow);
    shadow.position.y = 0.012;
    shadow.renderOrder = 15;
    if (piece.color === 'black') body.rotation.y = Math.PI;
    group.add(body, band, shadow);
    if (piece.marked) {
      const mark = this.#labels.make(
        '2',
        [],
        { ink: fixedColor('--mark-paper'), plate: toneOf('pulse') },
        0.26,
      );
      mark.position.set(0.22, tallnessOf(piece.role), 0);
      group.add(mark);
    }
    const made = { group, body, band, shadow };
    this.#dress(made, piece.color, substance);
    return made;
  }

  #dress(
    { body, band, shadow }: Omit<PieceMesh, 'piece' | 'group'>,
    color: Color,
    substance: Substance,
  ): void {
    body.material = this.#material(`body ${color}`, substance);
    band.material = this.#material(`band ${color}`, substance);
    shadow.visible = substance === 'solid';
    // A faint piece is transparent, so it is drawn after the boards.
    const order = substance === 'solid' ? 0 : 16;
    body.renderOrder = order;
    band.renderOrder = order;
  }

  #add(piece: TrackedPiece, ms: number): void {
    const made = this.#make(piece, 'solid');
    made.group.position.copy(placeOf(piece.square, this.size));
    this.#meshes.set(piece.id, { piece, ...made });
    this.group.add(made.group);
    this.motion.run(`grow ${piece.id}`, ms * 0.6, (part) => made.group.scale.setScalar(Math.max(part, 0.01)));
  }

  #remove(id: number, { group }: PieceMesh, ms: number): void {
    this.#meshes.delete(id);
    this.motion.run(`grow ${id}`, ms * 0.7, (part) => {
      group.scale.setScalar(1 - 0.99 * part);
      if (part === 1) this.group.remove(group);
    });
  }

  #follow(mesh: PieceMesh, piece: TrackedPiece, ms: number): void {
    const before = mesh.piece;
    mesh.piece = piece;
    if (before.role !== piece.role || before.marked !== piece.marked) {
      this.group.remove(mesh.group);
      const { position } = mesh.group;
      Object.assign(mesh, this.#make(piece, 'solid'));
      mesh.group.position.copy(position);
      this.group.add(mesh.group);
      const { group } = mesh;
      this.motion.run(`grow ${piece.id}`, ms, (part) => group.scale.setScalar(0.6 + 0.4 * part));
    }
    if (before.square !== piece.square) this.#travel(mesh.group, piece, ms);
  }

  #travel({ position }: { position: Vector3 }, piece: TrackedPiece, ms: number): void {
    const from = position.clone();
    const to = placeOf(piece.square, this.size);
    const isLeap = piece.role === 'knight' || Math.abs(from.y - to.y) > 0.5;
    const way = new QuadraticBezierCurve3(
      from,
      controlPointOf(from, to, isLeap ? arcHeightOf(from, to) : 0),
      to,
    );
    this.motion.run(`go ${piece.id}`, ms, (part) => way.getPoint(part, position));
  }
}
