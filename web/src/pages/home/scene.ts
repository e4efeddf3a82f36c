//! What a card shows of a game: the first diagram of its rule book that has a layer, else the start of a game.
import { rulesLanguage } from '../../app/catalog.svelte';
import {
  newGame,
  rulesOf,
  type Diagram,
  type Energy,
  type Lent,
  type Line,
  type Overlay,
  type Unit,
  type Variant,
} from '../../lib/rules';

export interface Scene {
  units: readonly Unit[];
  energies: readonly Energy[];
  charges: readonly Energy[];
  lines: readonly Line[];
  lent: readonly Lent[];
}

type View = Pick<Diagram, 'variant' | 'fen' | 'overlay' | 'select'>;

function viewOf(variant: Variant): View {
  const diagrams = rulesOf(variant.id, rulesLanguage()).flatMap((rule) => rule.diagrams);
  const shown = diagrams.find((diagram) => diagram.overlay !== undefined);
  const [layer] = variant.overlays;
  return shown ?? { variant: variant.id, fen: variant.start, ...(layer ? { overlay: layer.id } : {}) };
}

const NOTHING: Overlay = { values: [], parts: [], lent: [], lines: [], entries: [] };

export function sceneOf(variant: Variant): Scene {
  const view = viewOf(variant);
  const game = newGame(view.variant, rulesLanguage(), view.fen);
  try {
    const { units, energies } = game.snapshot();
    const layer = (view.overlay && game.overlay(view.overlay, view.select)) || NOTHING;
    // Without a square selected, lines go out from everything, which is too much for a small board.
    const { lines, lent } = view.select === undefined ? NOTHING : layer;
    return { units, energies, charges: energies.length > 0 ? [] : layer.values, lines, lent };
  } finally {
    game.free();
  }
}
