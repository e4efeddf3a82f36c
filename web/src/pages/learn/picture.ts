//! What a small board shows of a position with a layer over it.
import { rulesLanguage } from '../../app/catalog.svelte';
import { newGame, type Energy, type Lent, type Line, type Unit } from '../../lib/rules';

export interface Picture {
  units: readonly Unit[];
  energies: readonly Energy[];
  charges: readonly Energy[];
  lines: readonly Line[];
  lent: readonly Lent[];
  marked: readonly string[];
}

interface Scene {
  variant: string;
  fen: string;
  overlay?: string;
  select?: string;
  highlights?: string[];
}

export function pictureOf(scene: Scene): Picture {
  const game = newGame(scene.variant, rulesLanguage(), scene.fen);
  try {
    const { units, energies } = game.snapshot();
    const layer = scene.overlay === undefined ? undefined : game.overlay(scene.overlay, scene.select);
    return {
      units,
      energies,
      charges: energies.length > 0 ? [] : (layer?.values ?? []),
      lines: layer?.lines ?? [],
      lent: layer?.lent ?? [],
      marked: scene.highlights ?? [],
    };
  } finally {
    game.free();
  }
}
