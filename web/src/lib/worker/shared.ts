//! Which build of the engine a browser runs. Imports nothing, so that it can be asked before the engine is wanted.

/** The build with threads where threads may share memory. */
export const buildHere = (): 'threads' | 'single' =>
  self.crossOriginIsolated && typeof SharedArrayBuffer === 'function' ? 'threads' : 'single';
