//! How far the rules have come. Their code and their WebAssembly are fetched when a page needs them, or is likely to.
import { fetchRules, forgetRules } from './rulesFile';

type Rules = typeof import('../lib/rules');
type Phase = { kind: 'loading' } | { kind: 'ready'; rules: Rules } | { kind: 'failed'; error: unknown };

let reached: Phase = $state.raw({ kind: 'loading' });
let running: Promise<void> | undefined;

/** How far the rules have come. Pages that call the rules are shown once they are ready. */
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

/** Fetches and starts the rules, unless that is done or under way; after a failure, tries again. */
export function startRules(priority: RequestPriority = 'high'): Promise<void> {
  running ??= run(priority);
  return running;
}
