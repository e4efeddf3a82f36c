//! Deferred work, which runs when the browser is idle.

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

/** The fallback delay: hidden pages get no animation frames. */
const FRAME_MS = 200;

/** Runs a callback after the next paint. */
export function afterPaint(run: () => void): void {
  let isDue = true;
  const runOnce = (): void => {
    if (isDue) run();
    isDue = false;
  };
  requestAnimationFrame(() => setTimeout(runOnce));
  setTimeout(runOnce, FRAME_MS);
}

/** Runs a callback when the browser is idle, one callback at a time. Returns a function that cancels it. */
export function whenIdle(run: () => void): () => void {
  waiting.push(run);
  if (waiting.length === 1) request();
  return () => {
    const at = waiting.indexOf(run);
    // Idle time has already been requested for this entry, so an empty one takes its place.
    if (at >= 0) waiting[at] = () => undefined;
  };
}

/** An attachment that runs a callback in idle time once its element is near the viewport. */
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
