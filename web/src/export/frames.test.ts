import { expect, it } from 'vitest';

import { changedPixels, onlyChanged } from './frames';

const pixels = (...colors: number[][]): Uint8ClampedArray => new Uint8ClampedArray(colors.flat());
const [RED, BLUE, NONE] = [
  [255, 0, 0, 255],
  [0, 0, 255, 255],
  [0, 0, 0, 0],
];

it('a frame says only what it changes', () => {
  expect(changedPixels(undefined, pixels(RED, RED))).toEqual(pixels(RED, RED));
  const changed = changedPixels(pixels(RED, RED, BLUE), pixels(RED, BLUE, BLUE));
  expect(changed).toEqual(pixels(NONE, BLUE, NONE));
  expect(onlyChanged(changed)).toEqual(pixels(BLUE));
  expect(onlyChanged(changedPixels(pixels(RED), pixels(RED)))).toEqual(pixels(NONE));
});
