//! Adaptive resolution of a 3D scene: as high as the machine can render in time during movement, and full at rest.

const SLOW_MS = 34.5;
const QUICK_MS = 19;
const LEAST = 0.45;
const SAMPLES = 5;

export class AdaptiveResolution {
  /** The pixel ratio in motion. */
  moving: number;
  #spent: number[] = [];

  constructor(
    /** The pixel ratio at rest. */
    readonly still: number,
    private readonly most: number,
  ) {
    this.moving = most;
  }

  /** Records the duration of a frame. Returns true if `moving` has changed. */
  measure(ms: number): boolean {
    this.#spent.push(ms);
    if (this.#spent.length < SAMPLES) return false;
    const median = this.#spent.sort((one, other) => one - other)[Math.floor(SAMPLES / 2)] ?? 0;
    this.#spent = [];
    const before = this.moving;
    if (median > SLOW_MS) this.moving = Math.max(this.moving * 0.8, LEAST);
    else if (median < QUICK_MS) this.moving = Math.min(this.moving * 1.1, this.most);
    return this.moving !== before;
  }
}
