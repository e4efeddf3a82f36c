//! The subscription of a small board to its game.
import { rulesLanguage } from '../base/catalog.svelte';
import type { Variant } from '../lib/rules';
import type { Connection } from '../live/connection';
import type { GameUpdate } from '../live/frames';
import type { LiveGame } from '../live/game.svelte';

interface Options {
  readonly game: string;
  readonly variant: Variant;
  /** Returns the game of an earlier subscription. */
  readonly live: () => LiveGame | undefined;
  readonly onopen: (live: LiveGame) => void;
  /** Called with the connection once it is loaded. */
  readonly onconnect: (connection: Connection) => void;
  /** Called if the game cannot be shown: its code is unavailable, or the rules of this app reject the game. */
  readonly onbroken: () => void;
}

/** Follows a game. Returns a function that stops it. */
export function followPreview({ game, variant, live, onopen, onconnect, onbroken }: Options): () => void {
  let isWanted = true;
  let unwatch: (() => void) | undefined;
  const stop = (): void => {
    isWanted = false;
    unwatch?.();
  };

  async function start(): Promise<void> {
    // The connection is loaded on demand; it is not part of the lobby.
    const [{ connection }, code] = await Promise.all([
      import('../live/live.svelte'),
      import('../live/game.svelte'),
    ]);
    if (!isWanted) return;
    const take = (update: GameUpdate): void => {
      const known = live();
      if (known) known.take(update);
      else if (update.kind === 'game' && update.acts.length === update.seq)
        onopen(new code.LiveGame(update, variant, rulesLanguage(), connection(), () => undefined));
    };
    onconnect(connection());
    unwatch = connection().watch(game, (update) => attempt(() => take(update)), 'preview');
  }
  function giveUp(): void {
    if (!isWanted) return;
    stop();
    onbroken();
  }
  function attempt(act: () => void): void {
    try {
      act();
    } catch {
      giveUp();
    }
  }
  start().catch(giveUp);
  return stop;
}
