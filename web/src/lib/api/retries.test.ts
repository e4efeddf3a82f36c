import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { ApiError } from './failure';
import { withRetries, type RequestHeaders } from './retries';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const lost = new ApiError({ kind: 'gone' });
const problem = (kind: string, status: number) =>
  new ApiError({ kind: 'problem', problem: { kind, status, type: '', title: '', detail: '' } as never });

/** Sends a request that fails with each of the errors, and then succeeds. */
async function sent(...errors: Error[]): Promise<{ answer: unknown; ids: string[] }> {
  const ids: string[] = [];
  const send = async (headers: RequestHeaders): Promise<string> => {
    ids.push(headers['Idempotency-Key']);
    const error = errors.shift();
    return error ? Promise.reject(error) : Promise.resolve('done');
  };
  const answer = withRetries('one-id', send).catch((error: unknown) => error);
  await vi.runAllTimersAsync();
  return { answer: await answer, ids };
}

test('a request whose outcome is unknown is sent again with the same id', async () => {
  expect(await sent(lost, problem('storage', 503))).toEqual({ answer: 'done', ids: Array(3).fill('one-id') });
});

test('a refused request is not sent again', async () => {
  const refused = problem('not-now', 409);
  expect(await sent(refused)).toEqual({ answer: refused, ids: ['one-id'] });
});

test('the fourth failure is final', async () => {
  expect(await sent(lost, lost, lost, lost)).toEqual({ answer: lost, ids: Array(4).fill('one-id') });
});
