//! The loading state of the rules. Their code and WebAssembly are fetched when a page needs them or is likely to.
import { fetchRules, forgetRules } from './rulesFile';

type Rules = typeof import('../lib/rules');
type Phase = { kind: 'loading' } | { kind: 'ready'; rules: Rules } | { kind: 'failed'; error: unknown };

let reached: Phase = $state.raw({ kind: 'loading' });
let running: Promise<void> | undefined;

/** Returns the loading state of the rules. Pages that need them are shown once they are ready. */
export const phase = (): Phase => reached;

async function run(priority: RequestPriority): Promise<void> {
  reached = { kind: 'loading' };
  try {
    const [response, rules] = await fetchRules(priority);
    await rules.loadRules(response);
    reached = { kind: 'ready', rules };
  } catch (error) {
    reached = { kind: 'failed', error };
    running = undefined;
    forgetRules();
  }
}

/** Fetches and starts the rules unless that has happened or is in progress. Tries again after a failure. */
export function startRules(priority: RequestPriority = 'high'): Promise<void> {
  running ??= run(priority);
  return running;
}
