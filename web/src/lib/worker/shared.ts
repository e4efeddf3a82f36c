//! The choice of the engine build for this browser. Imports nothing, so it can be called before the engine is needed.

/** Returns the build with threads if threads can share memory. */
export const buildHere = (): 'threads' | 'single' =>
  self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'threads' : 'single';
