//! A notice that an analysis was changed in another tab. This tab keeps its own until the visitor loads the other.
import { t } from '../../base/messages.svelte';
import { dismiss, notify } from '../../base/notices.svelte';
import { onStoredElsewhere } from '../../base/storage';

import type { Analysis } from './analysis.svelte';
import { nameOf } from './shelf';

/** Watches other tabs while the calling component is mounted. */
export function hearOtherTabs(analysis: Analysis): void {
  let told: number | undefined;
  function hear(): void {
    // After a reload, the event of this tab's own last write may arrive late.
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
