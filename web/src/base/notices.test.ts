import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { notices, notify } from './notices.svelte';

vi.mock('./announce', () => ({ announce: () => undefined }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['a short text is shown for four seconds', 12, undefined, 4],
  ['a short text is shown longer if its caller says so', 12, 8, 8],
  ['a long text is shown until it can be read', 140, undefined, 11],
  ['a long text is not shown for a shorter time than it needs', 140, 3, 11],
])('%s', (_, length, seconds, shown) => {
  notify('x'.repeat(length), seconds === undefined ? {} : { seconds });
  vi.advanceTimersByTime(shown * 1000 - 1);
  expect(notices()).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(notices()).toHaveLength(0);
});

test('a notice with actions stays until it is answered', () => {
  notify('Really?', { actions: [{ label: 'Yes', run: () => undefined }] });
  vi.advanceTimersByTime(60_000);
  expect(notices()).toHaveLength(1);
});
