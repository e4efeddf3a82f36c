//! Animations of a fixed length. Callers pass the time of each frame.

interface Animation {
  key: string;
  start: number | undefined;
  ms: number;
  step: (part: number) => void;
}

const ease = (part: number): number => part * part * (3 - 2 * part);

export class Animations {
  #animations: Animation[] = [];

  get isOver(): boolean {
    return this.#animations.length === 0;
  }

  /** Calls `step` with rising fractions from 0 to 1. A running animation with the same key is canceled. */
  run(key: string, ms: number, step: (part: number) => void): void {
    this.#animations = this.#animations.filter((animation) => animation.key !== key);
    if (ms <= 0) step(1);
    else this.#animations.push({ key, start: undefined, ms, step });
  }

  advance(now: number): void {
    const running = this.#animations;
    this.#animations = running.filter((animation) => now - (animation.start ?? now) < animation.ms);
    for (const animation of running) {
      animation.start ??= now;
      animation.step(ease(Math.min((now - animation.start) / animation.ms, 1)));
    }
  }
}
