//! Positions as small boards show them.
import type { Picture } from '../../build/pictures';
import { rulesLanguage } from '../base/catalog.svelte';
import { phase } from '../base/rules.svelte';
import type { Snapshot } from '../lib/rules';

/** What a board shows of a position, without the layers of its variant. */
export const pictureOf = ({ pieces, energies }: Pick<Snapshot, 'pieces' | 'energies'>): Picture => ({
  pieces,
  energies,
  charges: [],
  lines: [],
  lent: [],
  entries: [],
});

/** What a board shows of a FEN; none until the rules have arrived, or if they cannot read it. */
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
