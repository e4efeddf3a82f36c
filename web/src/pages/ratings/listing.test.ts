import { expect, it } from 'vitest';

import { missingOf } from './listing';

it.each([
  [{ games: 40, deviation: 60, place: 3 }, undefined],
  [{ games: 9, deviation: 60 }, 'games'],
  [{ games: 9, deviation: 200 }, 'games'],
  [{ games: 10, deviation: 110.1 }, 'deviation'],
  [{ games: 10, deviation: 110 }, 'opponents'],
] as const)('the first requirement that is not met is named: %j', (own, missing) => {
  expect(missingOf({ rating: 1500, provisional: own.deviation > 110, ...own })).toBe(missing);
});
