//! Tells that the engine plays worse than it could.
import { t } from './messages.svelte';
import { notify } from './notices.svelte';

/** Tells why the engine evaluates a game without its network. */
export function tellUntaught(reason: string): void {
  notify(t('engine.untaught', { reason }), { kind: 'warning', seconds: 12 });
}
