import { describe, expect, it } from 'vitest';

import { readDate } from './date';

describe('a date of PGN', () => {
  it.each([
    ['2026.11.21', '2026.11.21'],
    ['2026-1-5', '2026.01.05'],
    [' 1972 ', '1972.??.??'],
    ['1972.07', '1972.07.??'],
    ['????.??.??', '????.??.??'],
  ])('%s is written %s', (text, written) => expect(readDate(text)).toBe(written));

  it.each(['', 'today', '21.11.2026', '2026.13.01', '2026.11.32', '2026.00'])('%s is none', (text) =>
    expect(readDate(text)).toBeUndefined(),
  );
});
