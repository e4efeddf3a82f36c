//! Mouse, pen, and touch input on a board: picking up, dragging, clicking, drawing. Independent of the geometry.
import type { BoardState } from '../boardState.svelte';
import type { Point } from '../drawing/arrangement';
import type { Brush, Shape } from '../types';

/** The current drag of a piece or the current drawing. */
export interface Drag {
  from: string;
  /** In the units of the arrangement. */
  at: Point;
  /** A finger hides the square below it. */
  by: 'finger' | 'mouse';
}

export interface PointerOptions {
  /** Converts a point of the window to a point of the arrangement. */
  locate: (event: PointerEvent) => Point;
  squareAt: (point: Point) => string | undefined;
  canDrag: () => boolean;
  canClick: () => boolean;
  /** Called first, so that input never waits for an animation. */
  onpress: () => void;
  /** Returns true if a first touch previews a move and a second one plays it. */
  confirms: () => boolean;
  /** Called before the move of a dragged piece is played. */
  ondrop: (square: string) => void;
}

/** The effect of touching a destination. */
type Touch = 'proposes' | 'plays';

const DRAG_DISTANCE = 4;
/** The time after which a resting finger previews the move to its square. */
const HOLD_MS = 350;

/** Returns the brush for the modifier keys. */
export const brushOf = (event: PointerEvent): Brush => {
  const [shift, alt] = [event.shiftKey || event.ctrlKey, event.altKey || event.metaKey];
  if (shift && alt) return 'yellow';
  return shift ? 'red' : alt ? 'blue' : 'green';
};

export class Pointer {
  drag: Drag | undefined = $state.raw();
  /** The mark that is being drawn. */
  sketch: Shape | undefined = $state.raw();

  #press:
    { square: string; x: number; y: number; wasPicked: boolean; canLift: boolean; id: number } | undefined;
  #holding: ReturnType<typeof setTimeout> | undefined;
  /** True if the press has previewed a move, so that it does not play one. */
  #isHeld = false;
  #brush: { from: string; brush: Brush } | undefined;

  constructor(
    private readonly board: () => BoardState,
    private readonly options: PointerOptions,
  ) {}

  readonly down = (event: PointerEvent): void => {
    const square = this.#squareOf(event);
    this.options.onpress();
    if (square === undefined || !event.isPrimary) return;
    if (event.button === 2 && this.board().unplan()) return;
    if (event.button === 2) this.#startSketch(event, square);
    else if (event.button === 0) this.#startPress(event, square);
  };

  readonly move = (event: PointerEvent): void => {
    if (this.#brush) {
      this.#sketchTo(event);
      return;
    }
    const press = this.#press;
    const square = this.#squareOf(event);
    if (press && this.#lifts(event))
      this.drag = {
        from: press.square,
        at: this.options.locate(event),
        by: event.pointerType === 'touch' ? 'finger' : 'mouse',
      };
    if (event.pointerType === 'mouse' || this.drag || this.#isHeld) this.board().hovered = square;
  };

  readonly up = (event: PointerEvent): void => {
    if (this.#brush) {
      this.#finishSketch();
      return;
    }
    const press = this.#press;
    if (!press || press.id !== event.pointerId) return;
    const square = this.#squareOf(event);
    const dragged = this.drag;
    const isHeld = this.#isHeld;
    this.#release(event);
    const touch = event.pointerType === 'touch' && this.options.confirms() ? 'proposes' : 'plays';
    if (dragged) this.#drop(dragged.from, square, touch);
    else if (square === press.square && !isHeld) this.#click(press, touch);
  };

  readonly cancel = (event: PointerEvent): void => {
    this.#brush = undefined;
    this.sketch = undefined;
    this.#release(event);
    this.board().hovered = undefined;
  };

  readonly leave = (): void => {
    if (!this.drag) this.board().hovered = undefined;
  };

  #squareOf(event: PointerEvent): string | undefined {
    return this.options.squareAt(this.options.locate(event));
  }

  #startPress(event: PointerEvent, square: string): void {
    const state = this.board();
    const { selected } = state.props;
    state.clearShapes();
    if (state.pending) {
      state.release();
      return;
    }
    const isDestination = selected !== undefined && state.destinations.has(square);
    const canLift = state.isMovable(square) && !isDestination && this.options.canDrag();
    this.#press = {
      square,
      x: event.clientX,
      y: event.clientY,
      wasPicked: selected === square,
      canLift,
      id: event.pointerId,
    };
    if (isDestination && event.pointerType === 'touch') this.#startHold(square);
    if (!canLift) return;
    // Captures the pointer, so that the drag continues even outside the board.
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
    if (selected !== square && state.picksInstead(square)) state.pick(square);
  }

  #lifts(event: PointerEvent): boolean {
    const press = this.#press;
    if (!press?.canLift) return false;
    const far = Math.hypot(event.clientX - press.x, event.clientY - press.y) >= DRAG_DISTANCE;
    if (far && !this.drag) this.board().pick(press.square);
    return far || this.drag !== undefined;
  }

  #startHold(square: string): void {
    this.#holding = setTimeout(() => {
      this.#isHeld = true;
      this.board().hovered = square;
    }, HOLD_MS);
  }

  #drop(from: string, to: string | undefined, touch: Touch): void {
    // A move that arrives in the meantime may have captured the piece.
    if (to === undefined || to === from || !this.board().isMovable(from)) return;
    if (touch === 'proposes' && this.board().propose(to)) return;
    this.options.ondrop(to);
    this.board().attempt(from, to);
  }

  #click(press: { square: string; wasPicked: boolean; canLift: boolean }, touch: Touch): void {
    if (!this.options.canClick()) {
      this.board().inspected = press.square;
      return;
    }
    // The press has already picked the piece.
    if (press.canLift && !press.wasPicked && this.board().props.selected === press.square) return;
    if (touch === 'proposes' && this.board().propose(press.square)) return;
    this.board().activate(press.square);
  }

  #release(event: PointerEvent): void {
    const element = event.currentTarget;
    if (element instanceof Element && element.hasPointerCapture(event.pointerId))
      element.releasePointerCapture(event.pointerId);
    clearTimeout(this.#holding);
    this.#isHeld = false;
    this.#press = undefined;
    this.drag = undefined;
    if (event.pointerType !== 'mouse') this.board().hovered = undefined;
  }

  #startSketch(event: PointerEvent, square: string): void {
    this.#brush = { from: square, brush: brushOf(event) };
    this.#sketchTo(event);
    if (event.currentTarget instanceof Element) event.currentTarget.setPointerCapture(event.pointerId);
  }

  #sketchTo(event: PointerEvent): void {
    const start = this.#brush;
    const to = this.#squareOf(event);
    if (!start) return;
    const { from, brush } = start;
    if (to === undefined) this.sketch = undefined;
    else this.sketch = to === from ? { kind: 'circle', at: from, brush } : { kind: 'arrow', from, to, brush };
  }

  #finishSketch(): void {
    if (this.sketch) this.board().draw(this.sketch);
    this.#brush = undefined;
    this.sketch = undefined;
  }
}
