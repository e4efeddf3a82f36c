//! A notice that an analysis was changed in another tab. This tab keeps its own until the visitor loads the other.
import { t } from '../../base/messages.svelte';
import { dismiss, notify } from '../../base/notices.svelte';
import { onStoredElsewhere } from '../../base/storage';

import type { Analysis } from './analysis.svelte';
import { nameOf } from './analysisStorage';

/** Watches other tabs while the calling component is mounted. */
export function watchOtherTabs(analysis: Analysis): void {
  let noticeId: number | undefined;
  function check(): void {
    // After a reload, the event of this tab's own last write may arrive late.
    if (noticeId !== undefined || !analysis.storage.isReplaced()) return;
    noticeId = notify(t('analyze.open.elsewhere'), {
      actions: [
        {
          label: t('analyze.open.follow'),
          run: () => {
            noticeId = undefined;
            analysis.storage.savePrevious(analysis.toStored());
            analysis.restore();
          },
        },
      ],
    });
  }
  $effect(() => {
    const stop = onStoredElsewhere([nameOf(analysis.variant.id)], check);
    return () => {
      stop();
      if (noticeId !== undefined) dismiss(noticeId);
    };
  });
}
