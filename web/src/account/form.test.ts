import { expect, it, vi } from 'vitest';

import { ApiError, type Problem } from '../lib/api/failure';
import { loadTexts } from '../base/messages.svelte';
import { AccountForm } from './form.svelte';

vi.stubGlobal('document', { documentElement: {} });
(await loadTexts('en'))();

const refusal =
  (kind: Problem['kind'], more: Partial<Problem> = {}) =>
  (): Promise<void> =>
    Promise.reject(
      new ApiError({
        kind: 'problem',
        problem: { kind, detail: 'the detail', title: '', status: 409, type: '', ...more },
      }),
    );

it('a form with errors is not sent', async () => {
  const form = new AccountForm();
  const act = vi.fn(() => Promise.resolve());
  expect(await form.submit({ name: 'Missing' }, act)).toBe(false);
  expect(act).not.toHaveBeenCalled();
  expect(form.errors).toEqual({ name: 'Missing' });
  expect(await form.submit({}, act)).toBe(true);
  expect(form.errors).toEqual({});
});

it('a problem of the server is next to its field, and any other above the button', async () => {
  const form = new AccountForm({ 'wrong-credentials': ['recovery', 'account.password.wrong'] });
  await form.submit({}, refusal('name-taken'));
  expect(Object.keys(form.errors)).toEqual(['name']);
  await form.submit({}, refusal('wrong-credentials'));
  expect(form.errors).toEqual({ recovery: 'This password is wrong.' });
  expect(form.trouble).toBe('');
  await form.submit({}, refusal('account-disabled'));
  expect(form.errors).toEqual({});
  expect(form.trouble).not.toBe('');
});

it('the first demand for a code shows its field, and a second one is an error', async () => {
  const form = new AccountForm();
  await form.submit({}, refusal('code-needed'));
  expect([form.needsCode, form.errors]).toEqual([true, {}]);
  await form.submit({}, refusal('code-needed'));
  expect(Object.keys(form.errors)).toEqual(['code']);
});

it('the question about games lasts until an answer succeeds or fails', async () => {
  const form = new AccountForm();
  await form.submit({}, refusal('merge-undecided', { remaining: 3 }));
  expect(form.undecided).toBe(3);
  await form.submit({}, refusal('wrong-code'));
  expect(form.undecided).toBeUndefined();
  await form.submit({}, refusal('merge-undecided'));
  expect(form.undecided).toBe(0);
  await form.submit({}, () => Promise.resolve());
  expect(form.undecided).toBeUndefined();
});
