//! The frames of an animated picture, each reduced to its changes. Independent of the encoding.

/** Returns true if a pixel is unchanged, which is encoded as a transparent color. */
export const isKept = (rgba: Uint32Array, at: number): boolean => (rgba[at] ?? 0) >>> 24 === 0;

/** Returns the pixels of a frame that differ from the previous one; all others are transparent. */
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

/** Returns the changed pixels of a frame in a row; at least one, because an empty picture has no colors. */
export function onlyChanged(changed: Uint8ClampedArray): Uint8ClampedArray {
  const all = new Uint32Array(changed.buffer, changed.byteOffset, changed.length / 4);
  const some = all.filter((_, at) => !isKept(all, at));
  return some.length > 0 ? new Uint8ClampedArray(some.buffer) : changed.slice(0, 4);
}
