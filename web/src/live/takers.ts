//! Hears what becomes of the challenges that were made here, whatever page is shown: by the live connection, or by asking
//! where that tells nothing.
import { isMade } from './made.svelte';
import { who } from './session.svelte';

const ASK_MS = 15_000;

/** Looks whenever somebody may have answered. Returns how to look no more. */
export function hearOfTakers(look: () => void): () => void {
  let isWanted = true;
  let stop: (() => void) | undefined;
  let isTold = (): boolean => false;

  // The connection is no part of the shell.
  void import('./live.svelte').then(
    ({ connection, standing }) => {
      if (!isWanted) return;
      const live = connection();
      const isOurs = (): boolean => live.you?.guest === who()?.guest;
      isTold = () => standing() === 'open' && isOurs();
      stop = live.listen((frame) => {
        // What was told while the connection was away is asked for.
        const isNews =
          (frame.kind === 'started' || frame.kind === 'unchallenged') && isMade(frame.challenge ?? '');
        if (frame.kind === 'welcome' || isNews) look();
      });
      // A socket is somebody's from its beginning: who has become somebody since needs another.
      if (standing() === 'open' && !isOurs()) live.renew();
      look();
    },
    () => look(),
  );
  const asking = setInterval(() => {
    if (!isTold()) look();
  }, ASK_MS);
  return () => {
    isWanted = false;
    clearInterval(asking);
    stop?.();
  };
}
