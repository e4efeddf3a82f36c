import { expect, it, vi } from 'vitest';

import { loadTexts } from '../../base/messages.svelte';
import { ApiError, type Problem } from '../../lib/api/failure';
import { annulmentTrouble, asOneLine, errorIn, LONGEST_REASON, mayAnnul } from './annulment';

vi.stubGlobal('document', { documentElement: {} });
(await loadTexts('en'))();

it('moderators and admins may annul games', () => {
  expect(([undefined, 'member', 'organizer', 'moderator', 'admin'] as const).filter(mayAnnul)).toEqual([
    'moderator',
    'admin',
  ]);
});

it('a reason is one line of 1 to 200 code points', () => {
  expect(asOneLine('  Moved\tfor\r\nboth.\n')).toBe('Moved for both.');
  expect(errorIn(asOneLine(' \n '))).toBe('Fill in this field.');
  expect(errorIn('♞')).toBe('');
  expect(errorIn('🐴'.repeat(LONGEST_REASON))).toBe('');
  expect(errorIn('a'.repeat(LONGEST_REASON + 1))).toBe('Shorten the reason to 200 characters.');
});

it('a refusal names its reason', () => {
  const trouble = (kind: Problem['kind']): string =>
    annulmentTrouble(
      new ApiError({
        kind: 'problem',
        problem: { kind, detail: 'the detail', title: '', status: 409, type: '' },
      }),
    );
  expect(trouble('role-needed')).toBe('Only moderators and admins can annul games.');
  expect(trouble('not-now')).toMatch(/does not count/);
  expect(trouble('totp-needed')).toMatch(/^Moderators and admins need two-factor sign-in/);
  expect(annulmentTrouble(new Error('Nothing was changed.'))).toBe('Nothing was changed.');
});
