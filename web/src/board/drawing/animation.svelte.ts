//! The pieces on screen, and their animation from one position to the next.
import type { Event, Overlay, Played, Snapshot } from '../../lib/rules';
import { afterEvent, settled, type TrackedPiece } from './pieces';
import { landingOf, stepsOf, type Step } from './timeline';

/** A visual effect during a step, in addition to moving pieces. */
export type Effect =
  | { kind: 'wave'; at: string }
  | { kind: 'spark'; from: string; to: string; amount: number; order: number }
  | { kind: 'flash'; at: string };

/** The dependencies of a scene. */
interface SceneOptions {
  stepMs: () => number;
  /** Called at the beginning of a step. */
  onstep: (step: Step) => void;
}

export class Scene {
  pieces: readonly TrackedPiece[] = $state.raw([]);
  effects: readonly Effect[] = $state.raw([]);
  /** The duration of a piece's movement; 0 if it is placed at once. */
  slideMs = $state(0);
  /** The overlay of the previous position, kept while the move is shown. */
  earlier: Overlay | undefined = $state.raw();
  /** A piece that the visitor has dropped on its destination, so it does not slide there. */
  dropped: string | undefined;

  #shown: Snapshot | undefined;
  #waiting: Step[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #landing: string | undefined;

  constructor(private readonly options: SceneOptions) {}

  /** True while a move is being shown. */
  get isMoving(): boolean {
    return this.#timer !== undefined;
  }

  /** Shows a position. If `last` leads to it from the position shown, the move is animated and the result is true. */
  show(snapshot: Snapshot, last: Played | undefined, layer: Overlay | undefined): boolean {
    const before = this.#shown;
    if (before?.fen === snapshot.fen && before.ply === snapshot.ply) return false;
    this.finish();
    this.#shown = snapshot;
    const follows = before && last && snapshot.ply === before.ply + 1;
    const isItsMove = follows && before.moves.some(({ uci }) => uci === last.uci);
    if (!isItsMove) {
      this.slideMs = before ? this.options.stepMs() : 0;
      this.pieces = settled(this.pieces, snapshot.pieces);
      return false;
    }
    this.#waiting = stepsOf(last.events);
    this.#landing = landingOf(last.events);
    if (this.options.stepMs() === 0) {
      for (const step of this.#waiting) this.options.onstep(step);
      this.finish();
      return true;
    }
    this.earlier = layer;
    this.#next();
    return true;
  }

  /** Completes all animations at once. */
  finish(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
    this.effects = [];
    this.earlier = undefined;
    this.dropped = undefined;
    if (this.#shown) this.pieces = settled(this.pieces, this.#shown.pieces);
  }

  #next(): void {
    const step = this.#waiting.shift();
    if (!step) {
      this.finish();
      return;
    }
    this.slideMs = this.options.stepMs() * step.length;
    this.options.onstep(step);
    const startsDropped = step.kind === 'move' && this.dropped !== undefined;
    this.effects = this.#effectsOf(step);
    this.pieces = step.events.reduce<readonly TrackedPiece[]>(afterEvent, this.pieces);
    // A dropped piece is already in place, so the next step need not wait for it.
    const wait = startsDropped ? this.slideMs / 4 : this.slideMs;
    this.#timer = setTimeout(() => this.#next(), wait);
  }

  #effectsOf(step: Step): Effect[] {
    if (step.kind === 'pulse' && this.#landing !== undefined) return [{ kind: 'wave', at: this.#landing }];
    return step.events.flatMap((event, order): Effect[] => effectOf(event, order));
  }
}

function effectOf(event: Event, order: number): Effect[] {
  switch (event.kind) {
    case 'ejected':
      return [{ kind: 'spark', from: event.from, to: event.to, amount: event.amount, order }];
    case 'absorbed':
    case 'transformed':
    case 'promoted':
    case 'removed':
    case 'taken':
      return [{ kind: 'flash', at: event.at }];
    case 'moved':
    case 'pushed':
    case 'pulled':
      return [];
  }
}
