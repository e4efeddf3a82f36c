//! What a card of home shows of each game: its start, if fields lie on the board there; else the fullest diagram of its
//! rule book. What each board shows before the first move, and what each diagram shows. Every number is the rules' own.
import type * as Rules from '../src/pkg/rules/rules.js';

export interface Picture {
  pieces: Rules.PlacedPiece[];
  energies: Rules.Amount[];
  charges: Rules.Amount[];
  lines: Rules.Line[];
  lent: Rules.Lent[];
  entries: Rules.Entry[];
}

type Package = typeof Rules;
type View = Pick<Rules.Diagram, 'variant' | 'fen' | 'overlay' | 'select'>;

// Pictures hold no words, so any language will do.
const LANGUAGE = 'en';

function look(rules: Package, { variant, fen, overlay, select }: View): Picture {
  const game = new rules.Game(variant, fen, LANGUAGE);
  try {
    const { pieces, energies } = game.snapshot();
    const layer = overlay === undefined ? undefined : game.overlay(overlay, select);
    return {
      pieces,
      energies,
      charges: layer?.meaning === 'signed' ? layer.values : [],
      lines: layer?.lines ?? [],
      lent: layer?.lent ?? [],
      entries: layer?.entries ?? [],
    };
  } finally {
    game.free();
  }
}

const piecesIn = (fen: string): number => (fen.split(' ')[0] ?? '').replace(/[^a-z]/gi, '').length;

/** The diagram with the most pieces among those that show a layer. */
function fullestDiagram(rules: Package, variant: Rules.Variant): Rules.Diagram | undefined {
  const diagrams = rules.rules(variant.id, LANGUAGE).flatMap((rule) => rule.diagrams);
  const shown = diagrams.filter((diagram) => diagram.overlay !== undefined);
  return shown.reduce<Rules.Diagram | undefined>(
    (best, diagram) => (best && piecesIn(best.fen) >= piecesIn(diagram.fen) ? best : diagram),
    undefined,
  );
}

function pictureOf(rules: Package, variant: Rules.Variant): Picture {
  const [layer] = variant.overlays;
  const view = { variant: variant.id, fen: variant.start };
  const start = look(rules, layer ? { ...view, overlay: layer.id } : view);
  if (start.charges.length > 0) return start;
  const diagram = fullestDiagram(rules, variant);
  return look(rules, diagram ?? view);
}

/** The picture of each game, by the id of its variant. Options share the picture of their game. */
export function picturesOf(rules: Package): Record<string, Picture> {
  const games = rules.catalog(LANGUAGE).filter(({ id, family }) => id === family);
  return Object.fromEntries(games.map((variant) => [variant.id, pictureOf(rules, variant)]));
}

/** What the board of a variant shows before the first move, with the layer that it shows at first. */
export function startOf(rules: Package, id: string): Picture {
  const variant = rules.catalog(LANGUAGE).find((one) => one.id === id);
  if (!variant) throw new Error(`there is no variant ${id}`);
  const [layer] = variant.overlays;
  return look(rules, { variant: id, fen: variant.start, ...(layer ? { overlay: layer.id } : {}) });
}

/** The pictures of the diagrams of each rule of a variant, by the id of the rule. */
export function diagramsOf(rules: Package, variant: string): Record<string, Picture[]> {
  const shown = rules.rules(variant, LANGUAGE).filter(({ diagrams }) => diagrams.length > 0);
  return Object.fromEntries(shown.map(({ id, diagrams }) => [id, diagrams.map((view) => look(rules, view))]));
}
