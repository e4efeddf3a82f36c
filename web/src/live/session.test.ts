import { expect, test, vi } from 'vitest';

import { OWN_SESSION } from '../base/ownName';
import { store } from '../base/storage';

test('a session that an earlier version stored is that of the same person', async () => {
  store(OWN_SESSION, { guest: 'x', name: 'Ada' });
  const { isGuest, identity } = await import('./session.svelte');
  expect(identity()).toEqual({ guest: 'x', person: 'x', name: 'Ada' });
  expect(isGuest()).toBe(true);
});

test('a member is not a guest, and the role is kept', async () => {
  vi.resetModules();
  const { store } = await import('../base/storage');
  store(OWN_SESSION, { person: 'x', name: 'Ada', role: 'organizer' });
  const { isGuest, isMember, identity } = await import('./session.svelte');
  expect(identity()).toEqual({ person: 'x', name: 'Ada', role: 'organizer' });
  expect([isGuest(), isMember()]).toEqual([false, true]);
});
