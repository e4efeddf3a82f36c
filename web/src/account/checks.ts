//! Checks of the fields of an account before a form is sent.
import { t } from '../base/messages.svelte';
import type { FieldErrors } from './form.svelte';
import { isMemberName } from './name';
import { PASSWORD_LENGTH, passwordState } from './password';

/** Returns an error for each of the given values that is empty. */
export const missing = (values: Partial<Record<keyof FieldErrors, string>>): FieldErrors =>
  Object.fromEntries(
    Object.entries(values).flatMap(([field, value]) =>
      value.trim() === '' ? [[field, t('account.missing')]] : [],
    ),
  );

/** Returns an error if no member can have the name. */
export const wrongName = (name: string): FieldErrors =>
  isMemberName(name.trim()) ? {} : { name: t('account.name.wrong') };

/** Returns an error if a new password is too short or too long. */
export function wrongPassword(newPassword: string): FieldErrors {
  const state = passwordState(newPassword, '');
  if (state === 'short')
    return { newPassword: t('account.password.tooShort', { count: PASSWORD_LENGTH.least }) };
  return state === 'long' ? { newPassword: t('account.password.long', { count: PASSWORD_LENGTH.most }) } : {};
}
