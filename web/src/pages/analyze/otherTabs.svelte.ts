//! Tells of an analysis that goes on in another tab. This one stays as it is until its visitor wants the other.
import { t } from '../../base/messages.svelte';
import { dismiss, notify } from '../../base/notices.svelte';
import { onStoredElsewhere } from '../../base/storage';

import type { Analysis } from './analysis.svelte';
import { nameOf } from './shelf';

/** Listens for as long as the calling component is there. */
export function hearOtherTabs(analysis: Analysis): void {
  let told: number | undefined;
  function hear(): void {
    // What this tab stored last before it was reloaded may be told only now.
    if (told !== undefined || !analysis.shelf.isReplaced()) return;
    told = notify(t('analyze.open.elsewhere'), {
      actions: [
        {
          label: t('analyze.open.follow'),
          run: () => {
            told = undefined;
            analysis.shelf.putAside(analysis.toStored());
            analysis.restore();
          },
        },
      ],
    });
  }
  $effect(() => {
    const stop = onStoredElsewhere([nameOf(analysis.variant.id)], hear);
    return () => {
      stop();
      if (told !== undefined) dismiss(told);
    };
  });
}
