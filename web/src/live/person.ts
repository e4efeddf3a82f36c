//! Messages to the visitor in person, whatever page is shown: by the live connection, or by asking while that is closed.
import type { Frame } from './frames';
import { who } from './session.svelte';

/** What to look at, and when. */
interface Personal {
  readonly look: () => void;
  /** Whether a frame calls for a look. */
  readonly isNews: (frame: Frame) => boolean;
  /** How often to look without a connection. */
  readonly askMs: number;
}

/** Looks at once, at each frame that calls for it, and whenever something may have been missed. Returns how to stop. */
export function followPerson({ look, isNews, askMs }: Personal): () => void {
  let isWanted = true;
  let stop: (() => void) | undefined;
  let isConnected = (): boolean => false;

  // The connection is no part of the shell.
  void import('./live.svelte').then(
    ({ connection, standing }) => {
      if (!isWanted) return;
      const live = connection();
      const isOurs = (): boolean => live.you?.person === who()?.person;
      isConnected = () => standing() === 'open' && isOurs();
      stop = live.listen((frame) => {
        if (frame.kind === 'welcome' || isNews(frame)) look();
      });
      // A socket is somebody's from its beginning: who has become somebody since needs another.
      if (standing() === 'open' && !isOurs()) live.renew();
      look();
    },
    () => look(),
  );
  const asking = setInterval(() => {
    if (!isConnected()) look();
  }, askMs);
  return () => {
    isWanted = false;
    clearInterval(asking);
    stop?.();
  };
}
