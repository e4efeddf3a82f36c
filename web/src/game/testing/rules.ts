//! Starts the rules under Node, for unit tests.
/// <reference types="node" />
import { readFileSync } from 'node:fs';

import { initSync } from '../../pkg/rules/rules.js';
import { catalog, type Variant } from '../../lib/rules';

/** Starts the rules and returns the catalog. */
export function startedCatalog(): Variant[] {
  initSync({ module: readFileSync('src/pkg/rules/rules_bg.wasm') });
  return catalog('en');
}

/** Returns a value that a test relies on, or throws if it is undefined. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a value that the test relies on is missing');
  return value;
}
