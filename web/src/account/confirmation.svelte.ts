//! Actions that need a code of the authenticator app again. The page asks for it, and then repeats the action.
import { t } from '../base/messages.svelte';
import { ownServer } from '../lib/api/client';
import { problemKind } from '../lib/api/failure';

interface Question {
  readonly answered: Promise<void>;
  readonly confirm: () => void;
  readonly cancel: () => void;
}

let question: Question | undefined = $state.raw();

/** Returns true while the page asks for a code. */
export const isAsking = (): boolean => question !== undefined;

function ask(): Question {
  let confirm = (): void => undefined;
  let cancel = (): void => undefined;
  const answered = new Promise<void>((resolve, reject) => {
    confirm = resolve;
    cancel = () => reject(new Error(t('admin.confirm.canceled')));
  });
  return { answered, confirm, cancel };
}

/** Runs an action, after a code if the server asks for one. Actions that wait at the same time share one code. */
export async function guarded<Answer>(act: () => Promise<Answer>): Promise<Answer> {
  try {
    return await act();
  } catch (error) {
    if (problemKind(error) !== 'confirmation-needed') throw error;
  }
  question ??= ask();
  await question.answered;
  return act();
}

/** Sends a code, and repeats the actions that wait for it. */
export async function confirm(code: string): Promise<void> {
  await ownServer.POST('/api/v1/account/confirm', { body: { code } });
  question?.confirm();
  question = undefined;
}

/** Gives up the actions that wait for a code. */
export function cancel(): void {
  question?.cancel();
  question = undefined;
}
