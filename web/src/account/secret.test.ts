import { expect, it } from 'vitest';

import { codesFile, inGroups } from './secret';

it('a secret is read in groups of four', () => {
  expect(inGroups('JBSWY3DPEHPK3PXP42')).toBe('JBSW Y3DP EHPK 3PXP 42');
  expect(inGroups('')).toBe('');
});

it('a file of recovery codes has a title and a code on each line', () => {
  expect(codesFile('Faraday, Ada', ['aa-bb', 'cc-dd'])).toBe('Faraday, Ada\n\naa-bb\ncc-dd\n');
});
