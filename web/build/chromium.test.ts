//! Checks the list of Chromium's disabled features against the installed version of Playwright.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

import { ARGUMENTS, PLAYWRIGHT_DISABLES } from './chromium';

it('disables every feature that Playwright disables', () => {
  const bundle = fileURLToPath(import.meta.resolve('playwright-core/lib/coreBundle'));
  const [, list = ''] = /disabledFeatures = \[([^\]]*)\]/.exec(readFileSync(bundle, 'utf8')) ?? [];
  const names = [...list.replaceAll(/\/\/.*/g, '').matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(0);
  expect(PLAYWRIGHT_DISABLES).toEqual(names);
  const [disabled, ...others] = ARGUMENTS.filter((argument) => argument.startsWith('--disable-features='));
  expect(others).toEqual([]);
  for (const name of names) expect(disabled?.split(/[=,]/)).toContain(name);
});
