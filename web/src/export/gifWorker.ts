//! The worker that makes a GIF of frames.
import { applyPalette, GIFEncoder, quantize } from 'gifenc';

export type Command =
  { kind: 'frame'; pixels: ArrayBuffer; width: number; height: number; delayMs: number } | { kind: 'finish' };

export type Message = { kind: 'next' } | { kind: 'gif'; bytes: Uint8Array<ArrayBuffer> };

const encoder = GIFEncoder();
const tell = (message: Message): void => postMessage(message);

onmessage = ({ data }: MessageEvent<Command>) => {
  if (data.kind === 'finish') {
    encoder.finish();
    tell({ kind: 'gif', bytes: encoder.bytes() });
    return;
  }
  const { pixels, width, height, delayMs } = data;
  const rgba = new Uint8ClampedArray(pixels);
  const palette = quantize(rgba, 256);
  encoder.writeFrame(applyPalette(rgba, palette), width, height, { palette, delay: delayMs });
  tell({ kind: 'next' });
};
