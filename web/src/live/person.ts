//! Messages to the visitor on any page: over the live connection, or by polling while it is closed.
import type { Frame } from './frames';
import { who } from './session.svelte';

interface Personal {
  readonly look: () => void;
  /** Returns true if a frame requires a check. */
  readonly isNews: (frame: Frame) => boolean;
  /** The polling interval without a connection. */
  readonly askMs: number;
}

/** Checks now, at every relevant frame, and when a message may have been missed. Returns a function that stops it. */
export function followPerson({ look, isNews, askMs }: Personal): () => void {
  let isWanted = true;
  let stop: (() => void) | undefined;
  let isConnected = (): boolean => false;

  // The connection is loaded on demand; it is not part of the shell.
  void import('./live.svelte').then(
    ({ connection, standing }) => {
      if (!isWanted) return;
      const live = connection();
      const isOurs = (): boolean => live.you?.person === who()?.person;
      isConnected = () => standing() === 'open' && isOurs();
      stop = live.listen((frame) => {
        if (frame.kind === 'welcome' || isNews(frame)) look();
      });
      // A socket belongs to one person from the start, so a change of identity needs a new one.
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
