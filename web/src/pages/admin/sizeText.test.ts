//! Tests of sizes in words.
import { expect, it } from 'vitest';

import { sizeText } from './sizeText';

it('a size has the largest unit in which it is at least 1', () => {
  const texts = [0, 999, 1000, 4096, 12_345_678, 5e9, 2e15].map(sizeText);
  expect(texts).toEqual(['0 bytes', '999 bytes', '1 kB', '4.1 kB', '12 MB', '5 GB', '2,000 TB']);
});
