//! Updates for the visitor on any page: over the live connection, or by polling while it is closed.
import { online } from '../base/online.svelte';
import type { Frame } from './frames';
import { identity } from './session.svelte';

interface Options {
  readonly check: () => void;
  /** Returns true if a frame requires a check. */
  readonly isRelevant: (frame: Frame) => boolean;
  /** The polling interval without a connection. */
  readonly pollMs: number;
  /** True to poll with a connection also: a frame is lost if its server stops. */
  readonly isAlwaysPolled?: boolean;
}

/**
 * Checks at every relevant frame. Also checks now and whenever a message may have been missed, unless the server is out
 * of reach. Returns a function that stops it.
 */
export function followPersonalUpdates(options: Options): () => void {
  const { check, isRelevant, pollMs, isAlwaysPolled = false } = options;
  // A browser without a network can reach a server on its own machine.
  const poll = (): void => {
    if (online() || isReached()) check();
  };
  let isWanted = true;
  let stop: (() => void) | undefined;
  let isConnected = (): boolean => false;
  let isReached = (): boolean => false;

  // The connection is loaded on demand; it is not part of the shell.
  void import('./live.svelte').then(
    ({ connection, connectionState }) => {
      if (!isWanted) return;
      const live = connection();
      const isOurs = (): boolean => live.you?.person === identity()?.person;
      isConnected = () => connectionState() === 'open' && isOurs();
      isReached = () => connectionState() === 'open' || connectionState() === 'polling';
      stop = live.listen((frame) => {
        if (frame.kind === 'welcome' || isRelevant(frame)) check();
      });
      // A socket belongs to one person from the start, so a change of identity needs a new one.
      if (connectionState() === 'open' && !isOurs()) live.renew();
      poll();
    },
    () => poll(),
  );
  const polling = setInterval(() => {
    if (isAlwaysPolled || !isConnected()) poll();
  }, pollMs);
  return () => {
    isWanted = false;
    clearInterval(polling);
    stop?.();
  };
}
