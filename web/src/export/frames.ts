//! The frames of an animated picture: each says only what it changes. Knows nothing of how they are encoded.

/** How a frame says that a pixel stays as it is: a color of no opacity. */
export const isKept = (rgba: Uint32Array, at: number): boolean => (rgba[at] ?? 0) >>> 24 === 0;

/** The pixels of a frame that differ from those before it; all others are transparent. */
export function changedPixels(
  before: Uint8ClampedArray | undefined,
  now: Uint8ClampedArray,
): Uint8ClampedArray {
  if (before?.length !== now.length) return now;
  const changed = new Uint8ClampedArray(now.length);
  const [old, fresh, out] = [before, now, changed].map(
    ({ buffer, byteOffset, length }) => new Uint32Array(buffer, byteOffset, length / 4),
  ) as [Uint32Array, Uint32Array, Uint32Array];
  for (let at = 0; at < fresh.length; at += 1) if (fresh[at] !== old[at]) out[at] = fresh[at] ?? 0;
  return changed;
}

/** The pixels that a frame changes, one after the other; at least one, for an empty picture has no colors. */
export function onlyChanged(changed: Uint8ClampedArray): Uint8ClampedArray {
  const all = new Uint32Array(changed.buffer, changed.byteOffset, changed.length / 4);
  const some = all.filter((_, at) => !isKept(all, at));
  return some.length > 0 ? new Uint8ClampedArray(some.buffer) : changed.slice(0, 4);
}
