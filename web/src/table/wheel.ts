//! Mouse wheel input that steps through a game.
import type { GameTree } from '../game/tree.svelte';

/** The wheel distance per move, in pixels. Touchpads send many events with much smaller distances. */
const STEP_PX = 40;
/** The height of a line, for wheels that count in lines instead of pixels. */
const LINE_PX = 20;

/** Steps through the game when the wheel turns over the squares. Elsewhere, or without moves, the page scrolls. */
export function stepByWheel(tree: () => GameTree): (element: HTMLElement) => () => void {
  let turned = 0;
  const turn = (event: WheelEvent): void => {
    const isOnBoard = event.target instanceof Element && event.target.closest('[role="grid"]') !== null;
    // With Ctrl, the wheel zooms the page or a 3D board.
    if (!isOnBoard || event.ctrlKey || event.deltaY === 0 || tree().nodes.size < 2) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * LINE_PX;
    turned = Math.sign(turned) === -Math.sign(pixels) ? pixels : turned + pixels;
    if (Math.abs(turned) < STEP_PX) return;
    if (turned > 0) tree().forward();
    else tree().back();
    turned = 0;
  };
  return (element) => {
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  };
}
