//! Meshes for marks in a 3D scene: signs on squares, labels above them, and arcs between squares.
import {
  type BufferGeometry,
  CircleGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  QuadraticBezierCurve3,
  RingGeometry,
  TubeGeometry,
  Vector3,
} from 'three';

import type { Size } from '../../drawing/arrangement';
import { coneFigure } from './figures';
import { Labels } from './labels';
import { arcHeightOf, controlPointOf, placeOf } from './layout';
import type { Arc, Label, Marks, Marker, Tone } from './marks';
import { fixedColor, toneOf } from './palette';

const UP = new Vector3(0, 1, 0);
const HEAD = 3.6;
/** Signs and arcs are drawn after the boards, so they are not visible through them. */
const AFTER_BOARDS = 17;

export class MarkMeshes {
  readonly group = new Group();
  readonly #materials = new Map<Tone, MeshBasicMaterial>();
  readonly #labels = new Labels();
  readonly #cone = coneFigure();
  readonly #markers: Record<Marker['kind'], BufferGeometry> = {
    dot: new CircleGeometry(0.15, 20).rotateX(-Math.PI / 2),
    ring: new RingGeometry(0.37, 0.46, 32).rotateX(-Math.PI / 2),
    rim: new RingGeometry(0.61, 0.69, 4).rotateZ(Math.PI / 4).rotateX(-Math.PI / 2),
  };
  #tubes: TubeGeometry[] = [];

  constructor(private readonly size: Size) {}

  show({ markers, labels, arcs }: Marks, occupied: (square: string) => boolean): void {
    this.#clear();
    for (const marker of markers) this.#marker(marker);
    const crowd = new Map<string, number>();
    for (const label of labels) {
      const before = crowd.get(label.square) ?? 0;
      crowd.set(label.square, before + 1);
      this.#label(label, before, occupied(label.square));
    }
    for (const arc of arcs) if (arc.from !== arc.to) this.#arc(arc);
  }

  dispose(): void {
    this.#clear();
    for (const material of this.#materials.values()) material.dispose();
    for (const figure of Object.values(this.#markers)) figure.dispose();
    this.#cone.dispose();
    this.#labels.dispose();
  }

  #clear(): void {
    this.group.clear();
    for (const tube of this.#tubes) tube.dispose();
    this.#tubes = [];
  }

  #material(tone: Tone): MeshBasicMaterial {
    const known =
      this.#materials.get(tone) ??
      new MeshBasicMaterial({ color: toneOf(tone), transparent: true, opacity: 0.9, side: DoubleSide });
    this.#materials.set(tone, known);
    return known;
  }

  #marker({ square, tone, kind }: Marker): void {
    const marker = new Mesh(this.#markers[kind], this.#material(tone));
    marker.position.copy(placeOf(square, this.size)).setY(marker.position.y + 0.02);
    marker.renderOrder = AFTER_BOARDS;
    this.group.add(marker);
  }

  #label({ square, tone, text, roles }: Label, before: number, isOccupied: boolean): void {
    const label = this.#labels.make(
      text,
      roles,
      { ink: fixedColor('--mark-paper'), plate: toneOf(tone) },
      0.28,
    );
    const { x, y, z } = placeOf(square, this.size);
    // A label is at the foot of a piece, because it hides the least there.
    label.position.set(x, y + 0.16 + 0.3 * before, isOccupied ? z + 0.42 : z);
    this.group.add(label);
  }

  #arc({ from, to, tone, weight, head }: Arc): void {
    const [start, end] = [placeOf(from, this.size), placeOf(to, this.size)];
    const rise = arcHeightOf(start, end);
    start.y += 0.1;
    end.y += 0.06;
    const way = new QuadraticBezierCurve3(start, controlPointOf(start, end, rise), end);
    const material = this.#material(tone);
    const length = way.getLength();
    const stop = head === 'arrow' ? Math.max(1 - (HEAD * weight) / length, 0.3) : 1;
    const shaft = new TubeGeometry(part(way, stop), 20, weight, 7);
    this.#tubes.push(shaft);
    const tube = new Mesh(shaft, material);
    tube.renderOrder = AFTER_BOARDS;
    this.group.add(tube);
    if (head === 'none') return;
    const cone = new Mesh(this.#cone, material);
    cone.position.copy(end);
    cone.quaternion.setFromUnitVectors(UP, end.clone().sub(way.getPointAt(stop)).normalize());
    cone.scale.set(weight * 2.2, HEAD * weight, weight * 2.2);
    cone.renderOrder = AFTER_BOARDS;
    this.group.add(cone);
  }
}

/** Returns the first part of a curve. */
function part({ v0, v1, v2 }: QuadraticBezierCurve3, stop: number): QuadraticBezierCurve3 {
  const control = v0.clone().lerp(v1, stop);
  const end = control.clone().lerp(v1.clone().lerp(v2, stop), stop);
  return new QuadraticBezierCurve3(v0, control, end);
}
