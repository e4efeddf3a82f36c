//! Tests of times in fields.
import { expect, it, vi } from 'vitest';

import { fieldOf, timeIn } from './localTime';

it('a time comes back from its field, in winter and in summer', () => {
  vi.stubEnv('TZ', 'Europe/Berlin');
  expect(new Date('2026-07-04T12:00Z').getHours()).toBe(14);
  for (const text of ['2026-12-04T19:00', '2026-07-04T19:30']) {
    const at = new Date(text).getTime();
    expect(fieldOf(at)).toBe(text);
    expect(timeIn(fieldOf(at))).toBe(at);
  }
  expect(fieldOf(undefined)).toBe('');
  expect(timeIn('')).toBeUndefined();
});
