//! Visual effects of a move in a 3D scene: expanding rings and flying energy.
import { DoubleSide, Group, Mesh, MeshBasicMaterial, QuadraticBezierCurve3, RingGeometry } from 'three';

import type { Effect } from '../../drawing/animation.svelte';
import type { Size } from '../../drawing/arrangement';
import { Labels } from './labels';
import { arcHeightOf, controlPointOf, placeOf } from './layout';
import type { Animations } from './animations';
import { fixedColor, toneOf } from './palette';

export class Flashes {
  readonly group = new Group();
  readonly #ring = new RingGeometry(0.4, 0.52, 32).rotateX(-Math.PI / 2);
  readonly #labels = new Labels();

  constructor(
    private readonly size: Size,
    private readonly motion: Animations,
  ) {}

  show(effects: readonly Effect[], ms: number): void {
    effects.forEach((effect, at) => {
      if (effect.kind === 'spark') this.#fly(effect, `spark ${at}`, ms);
      else this.#spread(effect, `flash ${at}`, ms);
    });
  }

  dispose(): void {
    this.group.clear();
    this.#ring.dispose();
    this.#labels.dispose();
  }

  #spread(effect: Exclude<Effect, { kind: 'spark' }>, key: string, ms: number): void {
    const isWave = effect.kind === 'wave';
    const color = toneOf(isWave ? 'pulse' : 'energy');
    const material = new MeshBasicMaterial({ color, transparent: true, depthWrite: false, side: DoubleSide });
    const ring = new Mesh(this.#ring, material);
    ring.position.copy(placeOf(effect.at, this.size)).setY(ring.position.y + 0.05);
    ring.renderOrder = 18;
    this.group.add(ring);
    const reach = isWave ? Math.max(this.size.files, this.size.ranks) : 1.3;
    this.motion.run(key, ms, (part) => {
      ring.scale.setScalar(0.3 + reach * part);
      material.opacity = 1 - part;
      if (part < 1) return;
      this.group.remove(ring);
      material.dispose();
    });
  }

  #fly(effect: Extract<Effect, { kind: 'spark' }>, key: string, ms: number): void {
    const [from, to] = [placeOf(effect.from, this.size), placeOf(effect.to, this.size)];
    const way = new QuadraticBezierCurve3(from, controlPointOf(from, to, arcHeightOf(from, to)), to);
    const style = { ink: fixedColor('--mark-ink'), plate: toneOf('energy') };
    const spark = this.#labels.make(String(effect.amount), [], style, 0.34);
    this.group.add(spark);
    this.motion.run(key, ms, (part) => {
      way.getPoint(part, spark.position);
      spark.position.y += 0.25;
      if (part === 1) this.group.remove(spark);
    });
  }
}
