//! Checks that no source file is longer than 400 lines.
import { expect, it } from 'vitest';

import { sources } from './sources';

const MOST_LINES = 400;

it('no file is longer than 400 lines', () => {
  const long = sources(/\.(ts|svelte|css)$/).flatMap(({ path, text }) => {
    const lines = text.trimEnd().split('\n').length;
    return lines > MOST_LINES ? [`${path}: ${lines} lines`] : [];
  });
  expect(long).toEqual([]);
});
