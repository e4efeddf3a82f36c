//! Downloads the rules: their WebAssembly and the code that starts it.
import file from '../pkg/rules/rules_bg.wasm?url';

type Parts = [Response, typeof import('../lib/rules')];

let coming: Promise<Parts> | undefined;

/** Fetches both, unless a download is in progress. Tries again after a failure. The response can be used only once. */
export function fetchRules(priority: RequestPriority): Promise<Parts> {
  coming ??= Promise.all([fetch(file, { priority }), import('../lib/rules')]);
  coming.catch(() => (coming = undefined));
  return coming;
}

/** Discards the downloaded rules, so that the next call fetches them again. */
export function forgetRules(): void {
  coming = undefined;
}
