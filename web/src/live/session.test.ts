import { expect, test } from 'vitest';

import { OWN_SESSION } from '../base/ownName';
import { store } from '../base/storage';

test('a session that an earlier version stored is that of the same person', async () => {
  store(OWN_SESSION, { guest: 'x', name: 'Ada' });
  const { isGuest, identity } = await import('./session.svelte');
  expect(identity()).toEqual({ guest: 'x', person: 'x', name: 'Ada' });
  expect(isGuest()).toBe(true);
});
