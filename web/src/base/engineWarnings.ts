//! Warnings to the visitor that the engine evaluates a variant without its network.
import { t } from './messages.svelte';
import { notify } from './notices.svelte';

/** Shows a notice with the reason why the engine evaluates a variant without its network. */
export function warnMissingNetwork(reason: string): void {
  notify(t('engine.noNetwork', { reason }), { kind: 'warning', seconds: 12 });
}
