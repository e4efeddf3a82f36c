//! The state of a form of an account: errors next to their fields, and the questions that the server may ask.
import { tick } from 'svelte';

import { sentence } from '../base/errors';
import { t, type Message } from '../base/messages.svelte';
import { ApiError, type Problem } from '../lib/api/failure';

export type Field = 'name' | 'password' | 'newPassword' | 'code' | 'recovery' | 'email';
export type FieldErrors = Partial<Record<Field, string>>;

/** The fields of the server's problems, some with a text that is clearer there. */
type ProblemFields = Partial<Record<Problem['kind'], Field | readonly [Field, Message]>>;

const FIELDS: ProblemFields = {
  'bad-name': ['name', 'account.name.wrong'],
  'name-taken': 'name',
  'bad-password': 'newPassword',
  'wrong-credentials': 'password',
  'code-needed': 'code',
  'wrong-code': 'code',
  'bad-address': 'email',
};

/** Returns the problem that the server reports, if it does. */
const problemOf = (error: unknown): Problem | undefined =>
  error instanceof ApiError && error.failure.kind === 'problem' ? error.failure.problem : undefined;

export class AccountForm {
  errors: FieldErrors = $state({});
  /** A failure that does not concern a field. */
  trouble = $state('');
  isBusy = $state(false);
  /** True once the server has asked for a code of the second factor. */
  needsCode = $state(false);
  /** The number of the guest's games, if the visitor has to decide about them. */
  undecided: number | undefined = $state();
  /** The seconds until the account is erased, if the member has closed it and has to decide whether to keep it. */
  erasedIn: number | undefined = $state();
  element: HTMLFormElement | undefined = $state();

  readonly #fields: ProblemFields;

  constructor(fields: ProblemFields = {}) {
    this.#fields = { ...FIELDS, ...fields };
  }

  /** Runs the action of the form, unless a check of its fields has found errors. Returns true if it succeeded. */
  async submit(errors: FieldErrors, act: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.trouble = '';
    this.errors = errors;
    if (Object.keys(errors).length > 0) {
      await this.#focus('[aria-invalid="true"]');
      return false;
    }
    this.isBusy = true;
    try {
      await act();
      this.undecided = undefined;
      this.erasedIn = undefined;
      return true;
    } catch (error) {
      await this.#refuse(error);
      return false;
    } finally {
      this.isBusy = false;
    }
  }

  async #refuse(error: unknown): Promise<void> {
    const problem = problemOf(error);
    this.undecided = problem?.kind === 'merge-undecided' ? (problem.remaining ?? 0) : undefined;
    this.erasedIn = problem?.kind === 'erasure-pending' ? (problem.remaining ?? 0) : undefined;
    if (this.undecided !== undefined || this.erasedIn !== undefined) return;
    if (problem?.kind === 'code-needed' && !this.needsCode) {
      this.needsCode = true;
      await this.#focus('[data-field="code"]');
      return;
    }
    const place = problem && this.#fields[problem.kind];
    if (place === undefined) {
      this.trouble = sentence(error);
      return;
    }
    const [field, text] = typeof place === 'string' ? [place] : place;
    this.errors = { [field]: text === undefined ? sentence(error) : t(text) };
    await this.#focus('[aria-invalid="true"]');
  }

  /** Moves the focus to a field. A submission causes it, so that it does not interrupt typing. */
  async #focus(selector: string): Promise<void> {
    await tick();
    this.element?.querySelector<HTMLElement>(selector)?.focus();
  }
}
