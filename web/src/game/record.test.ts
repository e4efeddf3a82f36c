import { expect, test } from 'vitest';

import { scoreOf } from './record';

test.each([
  ['1-0', '1–0'],
  ['0-1', '0–1'],
  ['1/2-1/2', '½–½'],
])('a result that PGN writes %s is shown as %s', (written, shown) => expect(scoreOf(written)).toBe(shown));
