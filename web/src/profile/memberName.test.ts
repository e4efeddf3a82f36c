import { expect, it } from 'vitest';

import { profileOf } from './memberName';

it('leads to the profiles of members, and guests have none', () => {
  expect(profileOf({ person: 'adaadaadaada', name: 'Ada' })).toBe('/@Ada');
  expect(profileOf({ person: 'eveeveeveeve', guest: 'eveeveeveeve', name: 'Ada' })).toBeUndefined();
  // Of a server before version 0.2.
  expect(profileOf({ name: 'Ada' })).toBeUndefined();
});
