//! The choice of the engine build, without any imports, so that it can be made before the engine is loaded.

/** Returns the build with threads if threads can share memory. */
export const buildHere = (): 'threads' | 'single' =>
  self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'threads' : 'single';
