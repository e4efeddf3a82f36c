//! What a card shows of a game: its start, if fields lie on the board there; else the fullest diagram of its rule book.
import { rulesLanguage } from '../../app/catalog.svelte';
import {
  newGame,
  rulesOf,
  type Diagram,
  type Energy,
  type Entry,
  type Lent,
  type Line,
  type Unit,
  type Variant,
} from '../../lib/rules';

export interface Scene {
  units: readonly Unit[];
  energies: readonly Energy[];
  charges: readonly Energy[];
  lines: readonly Line[];
  lent: readonly Lent[];
  entries: readonly Entry[];
}

type View = Pick<Diagram, 'variant' | 'fen' | 'overlay' | 'select'>;

function look({ variant, fen, overlay, select }: View): Scene {
  const game = newGame(variant, rulesLanguage(), fen);
  try {
    const { units, energies } = game.snapshot();
    const layer = overlay === undefined ? undefined : game.overlay(overlay, select);
    return {
      units,
      energies,
      charges: energies.length > 0 ? [] : (layer?.values ?? []),
      lines: layer?.lines ?? [],
      lent: layer?.lent ?? [],
      entries: layer?.entries ?? [],
    };
  } finally {
    game.free();
  }
}

const unitsIn = (fen: string): number => (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length;

/** The diagram with the most units among those that show a layer. */
function fullestDiagram(variant: Variant): Diagram | undefined {
  const diagrams = rulesOf(variant.id, rulesLanguage()).flatMap((rule) => rule.diagrams);
  const shown = diagrams.filter((diagram) => diagram.overlay !== undefined);
  return shown.reduce<Diagram | undefined>(
    (best, diagram) => (best && unitsIn(best.fen) >= unitsIn(diagram.fen) ? best : diagram),
    undefined,
  );
}

export function sceneOf(variant: Variant): Scene {
  const [layer] = variant.overlays;
  const start = look({ variant: variant.id, fen: variant.start, ...(layer ? { overlay: layer.id } : {}) });
  if (start.charges.length > 0) return start;
  const diagram = fullestDiagram(variant);
  return diagram ? look(diagram) : { ...start, lines: [], lent: [], entries: [] };
}
