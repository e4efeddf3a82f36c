//! The part of gifenc that is used here; the package has no types of its own.
declare module 'gifenc' {
  export type Palette = number[][];
  export interface FrameOptions {
    palette: Palette;
    delay: number;
    repeat?: number;
    /** Whether one color of the palette lets through what was there. */
    transparent?: boolean;
    transparentIndex?: number;
    /** What becomes of the frame before the next one: 1 leaves it. */
    dispose?: number;
  }
  export interface Encoder {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  }
  export function GIFEncoder(): Encoder;
  export function quantize(rgba: Uint8ClampedArray, colors: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array;
}
