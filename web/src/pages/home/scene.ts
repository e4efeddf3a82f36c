//! What a card shows of a game: a position with the layer that is most its own.
import { rulesLanguage } from '../../app/catalog.svelte';
import { newGame, type Energy, type Lent, type Line, type Unit, type Variant } from '../../lib/rules';

export interface Scene {
  units: readonly Unit[];
  energies: readonly Energy[];
  charges: readonly Energy[];
  lines: readonly Line[];
  lent: readonly Lent[];
}

/** The start position of a game, with its first layer. */
export function sceneOf(variant: Variant): Scene {
  const game = newGame(variant.id, rulesLanguage());
  try {
    const { units, energies } = game.snapshot();
    const [layer] = variant.overlays;
    const overlay = layer ? game.overlay(layer.id) : undefined;
    const areEnergies = variant.means.includes('energies');
    return {
      units,
      energies,
      charges: areEnergies ? [] : (overlay?.values ?? []),
      lines: overlay?.lines ?? [],
      lent: [],
    };
  } finally {
    game.free();
  }
}
