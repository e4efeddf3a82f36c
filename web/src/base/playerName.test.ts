import { expect, it, vi } from 'vitest';

import { loadTexts } from './messages.svelte';
import { playerName } from './playerName';

it.each([
  ['en', 'House 3'],
  ['de', 'Haus, Stufe 3'],
])('translates the name of the house only: %s', async (language, house) => {
  vi.stubGlobal('document', { documentElement: {} });
  (await loadTexts(language))();
  expect(playerName({ name: 'Ada' })).toBe('Ada');
  expect(playerName({ name: 'House 3', house: 3 })).toBe(house);
});
