//! The web worker that encodes frames as a GIF.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

import { changedPixels, isKept, onlyChanged } from './frames';

export type Command =
  { kind: 'frame'; pixels: ArrayBuffer; width: number; height: number; delayMs: number } | { kind: 'finish' };

export type Message = { kind: 'next' } | { kind: 'gif'; bytes: Uint8Array<ArrayBuffer> };

/** The number of colors per frame, without the transparent one for unchanged pixels. */
const COLORS = 255;
/** The disposal method that leaves a frame on screen for the next one. */
const LEFT = 1;

const encoder = GIFEncoder();
const send = (message: Message): void => postMessage(message);
let before: Uint8ClampedArray | undefined;

onmessage = ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'finish') {
    encoder.finish();
    send({ kind: 'gif', bytes: encoder.bytes() });
    return;
  }
  const { pixels, width, height, delayMs } = data;
  const now = new Uint8ClampedArray(pixels);
  const changed = changedPixels(before, now);
  before = now;
  const palette = quantize(onlyChanged(changed), COLORS);
  const index = applyPalette(changed, palette);
  const transparentIndex = palette.length;
  const all = new Uint32Array(changed.buffer);
  for (let at = 0; at < index.length; at += 1) if (isKept(all, at)) index[at] = transparentIndex;
  encoder.writeFrame(index, width, height, {
    palette: [...palette, [0, 0, 0]],
    delay: delayMs,
    transparent: true,
    transparentIndex,
    dispose: LEFT,
  });
  send({ kind: 'next' });
};
