//! Checks the budgets for habits of wording, which may only shrink.
import { expect, it } from 'vitest';

import { CORPORA, count } from './words';

/** The most habits per 10,000 words. Texts of native projects have 3 to 8. */
const HABITS: Record<keyof typeof CORPORA, number> = {
  documents: 2,
  rust: 1,
  scripts: 1,
  web: 1,
  interface: 3,
  help: 1,
};

/** The most comments that begin with a clause. */
const CLAUSES = { rust: 1, scripts: 0, web: 0 };

it.each(Object.entries(HABITS))('%s has few habits that read as translated', (name, most) => {
  expect(count(CORPORA[name as keyof typeof CORPORA]()).habits).toBeLessThanOrEqual(most);
});

it.each(Object.entries(CLAUSES))('comments of %s begin with a noun or a verb', (name, most) => {
  expect(count(CORPORA[name as keyof typeof CORPORA]()).clauses).toBeLessThanOrEqual(most);
});

it('counts a habit and a clause', () => {
  expect(count(['Whoever asks is told so.', 'What a move is'])).toEqual({
    habits: (2 / 9) * 10_000,
    clauses: 2,
  });
  expect(count(['There is no need; it is no longer the case.'])).toEqual({ habits: 0, clauses: 0 });
});
