import { expect, test } from 'vitest';

import { houseTerms, readHouseChoice } from './house';

const choice = readHouseChoice({ variant: 'one', time: '5+3', level: 4, rated: true });

test('a game against the house has a clock or days', () => {
  expect(houseTerms(choice, true)).toEqual({ clock: { baseMs: 300_000, incrementMs: 3000 }, rated: true });
  expect(houseTerms({ ...choice, time: '3' }, true)).toEqual({ days: 3, rated: true });
});

test('guests and the strongest level play casual games', () => {
  expect(houseTerms(choice, false).rated).toBe(false);
  expect(houseTerms({ ...choice, level: 9 }, true).rated).toBe(true);
  expect(houseTerms({ ...choice, level: 10 }, true).rated).toBe(false);
});

test('a stored choice that is malformed gets its defaults', () => {
  expect(readHouseChoice({ variant: 7, time: '9+9', level: 11, rated: 'yes' })).toEqual(
    readHouseChoice(undefined),
  );
  expect(readHouseChoice(JSON.parse(JSON.stringify(choice)))).toEqual(choice);
});
