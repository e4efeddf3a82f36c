//! Why the server will not do something in a game, in the words of the page.
import { sentence } from '../../app/faults';
import { t } from '../../app/messages.svelte';
import { Refused } from '../../live/frames';

/** One sentence. What the page has no words for, the server says in its own. */
export function refusalOf(error: unknown): string {
  if (!(error instanceof Refused)) return sentence(error);
  switch (error.problem.kind) {
    case 'game-over':
      return t('live.end.over');
    case 'stale':
    case 'not-your-turn':
      return t('live.refused.stale');
    case 'time-up':
      return t('live.refused.timeUp');
    case 'no-session':
    case 'not-yours':
      return t('live.refused.session');
    default:
      return sentence(error);
  }
}
