//! Pictures of positions for small boards, from a snapshot or a FEN.
import type { Picture } from '../../build/pictures';
import { rulesLanguage } from '../base/catalog.svelte';
import { phase } from '../base/rules.svelte';
import type { Snapshot } from '../lib/rules';

/** Returns the picture of a position, without the overlays of its variant. */
export const pictureOf = ({ pieces, energies }: Pick<Snapshot, 'pieces' | 'energies'>): Picture => ({
  pieces,
  energies,
  charges: [],
  lines: [],
  lent: [],
  entries: [],
});

/** Returns the picture of a FEN; undefined until the rules are loaded, or if the FEN is invalid. */
export function pictureOfFen(variant: string, fen: string): Picture | undefined {
  const reached = phase();
  if (reached.kind !== 'ready') return undefined;
  try {
    const game = reached.rules.newGame(variant, rulesLanguage(), fen);
    const picture = pictureOf(game.snapshot());
    game.free();
    return picture;
  } catch {
    return undefined;
  }
}
