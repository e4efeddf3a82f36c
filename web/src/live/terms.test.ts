import { expect, test, vi } from 'vitest';

import { loadTexts } from '../base/messages.svelte';
import { clockName, leftInWords, momentName, namedTerms, reserveInWords, RESERVES } from './terms';

const HOUR = 3_600_000;

test.each([
  [72 * HOUR - 1, '3 days'],
  [71.4 * HOUR, '2 days, 23 hours'],
  [24.4 * HOUR, '1 day'],
  [24 * HOUR - 1, '1 day'],
  [23.4 * HOUR, '23 hours'],
  [5.9 * HOUR, '5 hours'],
  [90_000, '1 minute'],
  [3999, '3 seconds'],
  [-5, '0 seconds'],
])('%d ms are told as %s', (ms, words) => expect(leftInWords(ms)).toBe(words));

test.each([
  [300_000, 2000, '5+2'],
  [90_000, 0, '1.5+0'],
  [30_000, 0, '½+0'],
  [20_000, 0, '20 sec+0'],
  [5000, 5000, '5 sec+5'],
])('a clock of %d ms and %d ms a move is %s', (baseMs, incrementMs, name) =>
  expect(clockName({ baseMs, incrementMs })).toBe(name),
);

test.each([
  [2, 'Sun 10:42 AM'],
  [28, 'Jan 30, 10:42 AM'],
  [-1, 'Thu 10:42 AM'],
])('a moment in %d days is named %s', (days, name) => {
  const now = new Date(2026, 0, 2, 10, 42).getTime();
  const at = new Date(2026, 0, 2 + days, 10, 42).getTime();
  expect(momentName(at, now).replace(/\s/g, ' ')).toBe(name);
});

test('each reserve is described by its start, its increment, and its cap', () => {
  const words = RESERVES.map((days) => Object.values(reserveInWords(Number(days))).join(', '));
  expect(words).toEqual(['3 days, 12 hours, 5 days', '10 days, 1 day, 15 days', '30 days, 1 day, 45 days']);
});

test('the terms at the board name the kind of the game', async () => {
  vi.stubGlobal('document', { documentElement: {} });
  (await loadTexts('en'))();
  const clock = { baseMs: 300_000, incrementMs: 3000 };
  expect([true, false].map((rated) => namedTerms({ clock, rated }))).toEqual(['5+3 · Rated', '5+3 · Casual']);
});
