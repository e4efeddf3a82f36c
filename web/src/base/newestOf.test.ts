import { expect, test } from 'vitest';

import { newestOf } from './newestOf';

interface Answer {
  readonly resolve: (text: string) => void;
  readonly reject: (error: Error) => void;
}

/** Returns the requests that were made, and a function that makes one. */
function pendingRequests(): { answers: Answer[]; ask: () => Promise<string | undefined> } {
  const answers: Answer[] = [];
  const ask = newestOf(
    async () => new Promise<string>((resolve, reject) => answers.push({ resolve, reject })),
  );
  return { answers, ask };
}

test('a result or an error that arrives after a later result is dropped', async () => {
  const { answers, ask } = pendingRequests();
  const [slow, lost, newest] = [ask(), ask(), ask()];
  answers[2]?.resolve('newest');
  expect(await newest).toBe('newest');
  answers[0]?.resolve('slow');
  expect(await slow).toBeUndefined();
  answers[1]?.reject(new Error('lost'));
  expect(await lost).toBeUndefined();
});

test('results and errors in order are returned', async () => {
  const { answers, ask } = pendingRequests();
  const [first, second] = [ask(), ask()];
  answers[0]?.resolve('first');
  expect(await first).toBe('first');
  answers[1]?.reject(new Error('lost'));
  await expect(second).rejects.toThrow('lost');
});
