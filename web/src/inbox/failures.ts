//! The reasons why messages were not delivered, in words.
import { t } from '../base/messages.svelte';
import type { DeliveryFailure } from './http';

/** Returns why a push message was not delivered. */
export function pushFailure({ kind, detail = '' }: DeliveryFailure): string {
  switch (kind) {
    case 'busy':
    case 'timed-out':
    case 'unreachable':
    case 'invalid':
    case 'misconfigured':
    case 'unknown':
      return t(`inbox.device.failure.${kind}`);
    case 'refused':
      return t('inbox.device.failure.refused', { answer: detail });
    // The server may be newer than this copy of the app.
    default:
      return t('inbox.device.failure.unknown');
  }
}

/** Returns why an email was not delivered. */
export function mailFailure({ kind, detail = '' }: DeliveryFailure): string {
  switch (kind) {
    case 'timed-out':
    case 'unreachable':
    case 'misconfigured':
      return t(`inbox.email.failure.${kind}`);
    case 'refused':
      return t('inbox.email.failure.refused', { answer: detail });
    default:
      return t('inbox.email.failure.unknown');
  }
}
