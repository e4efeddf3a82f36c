//! The server's record of a game, with the clocks after each move, its end, and its address.
import { t } from '../../base/messages.svelte';
import { notify } from '../../base/notices.svelte';
import { gamePath } from '../../base/routes';
import { fetchPgn } from '../../live/httpTransport';
import type { LiveGame } from '../../live/game.svelte';
import { pgnOf, type Written } from '../../table/saving';
import { fileNameOf, recordIn, withSite } from './pgn';

/** Returns the game for files, the clipboard, and analysis. If the server is unreachable, it has no clocks. */
export function writtenBy(live: LiveGame): Written {
  let known: { readonly seq: number; readonly text: Promise<string> } | undefined;
  const { game } = live.shared;
  const fetched = (): Promise<string> => {
    if (known?.seq !== live.seq) known = { seq: live.seq, text: fetchPgn(game) };
    return known.text;
  };
  async function pgn(): Promise<string> {
    try {
      return withSite(await fetched(), new URL(gamePath(game), window.location.href).href);
    } catch {
      known = undefined;
      notify(t('live.pgn.local'), { kind: 'warning' });
      return pgnOf(live.tree);
    }
  }
  return {
    fileName: fileNameOf(live.shared),
    // Browsers allow clipboard access only for a short time after a click, so the PGN is fetched early.
    prepare: () => void fetched().catch(() => undefined),
    pgn,
    record: async () => recordIn(await pgn(), live.variant.id) ?? live.tree.toRecord(),
  };
}
