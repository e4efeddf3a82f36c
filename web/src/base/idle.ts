//! Work that can wait.

const waiting: (() => void)[] = [];

function runNext(): void {
  try {
    waiting.shift()?.();
  } finally {
    if (waiting.length > 0) request();
  }
}

function request(): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(runNext, { timeout: 1500 });
  else setTimeout(runNext, 1);
}

/** No frame is drawn of a page that is hidden. */
const FRAME_MS = 200;

/** Runs something once what is there has been painted. */
export function afterPaint(run: () => void): void {
  let isDue = true;
  const runOnce = (): void => {
    if (isDue) run();
    isDue = false;
  };
  requestAnimationFrame(() => setTimeout(runOnce));
  setTimeout(runOnce, FRAME_MS);
}

/** Runs something when the browser has nothing better to do, one thing at a time. Returns how to call it off. */
export function whenIdle(run: () => void): () => void {
  waiting.push(run);
  if (waiting.length === 1) request();
  return () => {
    const at = waiting.indexOf(run);
    // An empty turn is left in its place, for a turn has been asked for.
    if (at >= 0) waiting[at] = () => undefined;
  };
}

/** Runs something in idle time once an element is so near to the part of the page that is seen: an attachment. */
export const whenNear =
  (run: () => void, margin = '100%') =>
  (element: Element): (() => void) => {
    let stop = (): void => undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        stop = whenIdle(run);
      },
      { rootMargin: margin },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      stop();
    };
  };
