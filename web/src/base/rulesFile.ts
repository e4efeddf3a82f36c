//! The rules on their way: their WebAssembly and the code that starts it.
import file from '../pkg/rules/rules_bg.wasm?url';

type Parts = [Response, typeof import('../lib/rules')];

let coming: Promise<Parts> | undefined;

/** Fetches both, unless that is under way; after a failure, tries again. What comes may be used once. */
export function fetchRules(priority: RequestPriority): Promise<Parts> {
  coming ??= Promise.all([fetch(file, { priority }), import('../lib/rules')]);
  coming.catch(() => (coming = undefined));
  return coming;
}

/** Has them fetched anew the next time. */
export function forgetRules(): void {
  coming = undefined;
}
