//! The mouse wheel over a board goes through the game.
import type { GameTree } from '../game/tree.svelte';

/** What a wheel turns by for one move, in pixels: pads tell of much smaller turns, and of many. */
const STEP_PX = 40;
/** A wheel that tells of lines instead of pixels. */
const LINE_PX = 20;

/** Goes forth and back through the game for turns of the wheel on the squares of a board. Beside them, and where there is
 *  no game, the page scrolls. */
export function stepByWheel(tree: () => GameTree): (element: HTMLElement) => () => void {
  let turned = 0;
  const turn = (event: WheelEvent): void => {
    const isOnBoard = event.target instanceof Element && event.target.closest('[role="grid"]') !== null;
    // With Ctrl a page is zoomed, and so is a board in space.
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
