//! Finite animations. The time is passed in with each frame.

interface Course {
  key: string;
  start: number | undefined;
  ms: number;
  step: (part: number) => void;
}

const ease = (part: number): number => part * part * (3 - 2 * part);

export class Motion {
  #courses: Course[] = [];

  get isOver(): boolean {
    return this.#courses.length === 0;
  }

  /** Calls `step` with rising fractions from 0 to 1. A running animation with the same key is canceled. */
  run(key: string, ms: number, step: (part: number) => void): void {
    this.#courses = this.#courses.filter((course) => course.key !== key);
    if (ms <= 0) step(1);
    else this.#courses.push({ key, start: undefined, ms, step });
  }

  advance(now: number): void {
    const running = this.#courses;
    this.#courses = running.filter((course) => now - (course.start ?? now) < course.ms);
    for (const course of running) {
      course.start ??= now;
      course.step(ease(Math.min((now - course.start) / course.ms, 1)));
    }
  }
}
