//! Mouse, pen, and touch input on a 3D scene: clicks act on squares, the right button draws, and drags turn it.
import type { BoardState } from '../boardState.svelte';
import { brushOf } from '../input/pointer.svelte';
import type { Shape } from '../types';

/** A pointer that has moved farther than this has turned the scene. */
const STILL_PX = 5;

export class ScenePointer {
  /** The mark that is being drawn. */
  sketch: Shape | undefined = $state.raw();
  #press: { x: number; y: number; button: number; from: string | undefined } | undefined;

  constructor(
    private readonly board: BoardState,
    private readonly squareUnder: (event: PointerEvent) => string | undefined,
    /** Called first, so that input never waits for an animation. */
    private readonly onpress: () => void,
    private readonly confirms: () => boolean,
  ) {}

  readonly down = (event: PointerEvent): void => {
    this.onpress();
    // A second finger turns or zooms.
    if (!event.isPrimary) this.#press = undefined;
    else {
      const from = this.squareUnder(event);
      this.#press = { x: event.clientX, y: event.clientY, button: event.button, from };
      if (event.button === 0) this.board.clearShapes();
    }
  };

  readonly move = (event: PointerEvent): void => {
    if (this.#press?.button === 2) this.#sketchTo(event);
    else if (event.pointerType === 'mouse' && event.buttons === 0)
      this.board.hovered = this.squareUnder(event);
  };

  readonly up = (event: PointerEvent): void => {
    const press = this.#press;
    this.#press = undefined;
    if (!press || !event.isPrimary) return;
    if (press.button === 2) this.#finishSketch();
    else if (Math.hypot(event.clientX - press.x, event.clientY - press.y) <= STILL_PX) {
      const proposes = event.pointerType === 'touch' && this.confirms();
      if (!(proposes && press.from !== undefined && this.board.propose(press.from))) this.#click(press.from);
    }
  };

  readonly cancel = (): void => {
    this.#press = undefined;
    this.sketch = undefined;
    this.leave();
  };

  readonly leave = (): void => {
    this.board.hovered = undefined;
  };

  #click(square: string | undefined): void {
    if (this.board.pending || square === undefined) this.board.release();
    else this.board.activate(square);
  }

  #sketchTo(event: PointerEvent): void {
    const from = this.#press?.from;
    const to = this.squareUnder(event);
    const brush = brushOf(event);
    if (from === undefined || to === undefined) this.sketch = undefined;
    else this.sketch = to === from ? { kind: 'circle', at: from, brush } : { kind: 'arrow', from, to, brush };
  }

  #finishSketch(): void {
    if (this.sketch) this.board.draw(this.sketch);
    this.sketch = undefined;
  }
}
