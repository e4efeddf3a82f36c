//! Types for the used part of the package `gifenc`, which has none.
declare module 'gifenc' {
  export type Palette = number[][];
  export interface FrameOptions {
    palette: Palette;
    delay: number;
    repeat?: number;
    /** True if one color of the palette is transparent. */
    transparent?: boolean;
    transparentIndex?: number;
    /** The disposal method: 1 leaves the frame in place for the next one. */
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
  /** The same functions, as Node imports the CommonJS build. */
  const gifenc: {
    GIFEncoder: typeof GIFEncoder;
    quantize: typeof quantize;
    applyPalette: typeof applyPalette;
  };
  export default gifenc;
}
