//! Computes the pictures of variants by the rules: the scene of each home page card, the starting position of each
//! board, and the position of each diagram. A scene plays the diagram with the most effects, or else the first moves
//! of a game.
import type * as Rules from '../src/pkg/rules/rules.js';

export interface Picture {
  pieces: Rules.PlacedPiece[];
  energies: Rules.Amount[];
  charges: Rules.Amount[];
  lines: Rules.EffectLine[];
  lent: Rules.LentMoves[];
  entries: Rules.Destination[];
}

/** A piece that keeps its identity through all frames of a scene. */
export interface Actor extends Rules.PlacedPiece {
  id: number;
}

/** A position of a scene; the first one is shown while nothing moves. */
export interface Frame extends Picture {
  pieces: Actor[];
}

type Package = typeof Rules;
type View = Pick<Rules.Diagram, 'variant' | 'fen'> & {
  overlay?: string | undefined;
  select?: string | undefined;
};

// Pictures contain no texts, so any language will do.
const LANGUAGE = 'en';

function pictureOf(rules: Package, { variant, fen, overlay, select }: View): Picture {
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

/** The moves played if no diagram has an effect to show, as far as they are legal. */
const OPENING = ['e2e4', 'e7e5', 'g1f3'];

/** Event kinds that also occur in standard chess. */
const PLAIN: ReadonlySet<string> = new Set(['moved', 'taken', 'promoted']);

interface Scene extends View {
  moves: readonly string[];
}

/** Returns the positions before and after each move; an illegal move ends the scene. */
function positionsOf(rules: Package, { moves, ...view }: Scene): { pictures: Picture[]; effects: number } {
  const game = new rules.Game(view.variant, view.fen, LANGUAGE);
  try {
    const pictures = [pictureOf(rules, view)];
    let effects = 0;
    for (const move of moves) {
      if (!game.snapshot().moves.some(({ uci }) => uci === move)) break;
      const { events } = game.play(move);
      effects += events.filter(({ event }) => !PLAIN.has(event.kind)).length;
      pictures.push(pictureOf(rules, { ...view, fen: game.snapshot().fen }));
    }
    return { pictures, effects };
  } finally {
    game.free();
  }
}

const isSame = (one: Rules.PlacedPiece, other: Rules.PlacedPiece): boolean =>
  one.color === other.color && one.role === other.role;

/**
 * Tracks the pieces from position to position: unmoved ones first, then the same piece elsewhere, then a piece that
 * changed its kind or its side on its square.
 */
export function followed(pictures: readonly Picture[]): Frame[] {
  let before: Actor[] = [];
  let last = 0;
  return pictures.map((picture) => {
    const free = [...before];
    const ids = new Map<Rules.PlacedPiece, number>();
    const match = (fits: (old: Actor, now: Rules.PlacedPiece) => boolean): void => {
      for (const now of picture.pieces) {
        if (ids.has(now)) continue;
        const at = free.findIndex((old) => fits(old, now));
        const [old] = at < 0 ? [] : free.splice(at, 1);
        if (old) ids.set(now, old.id);
      }
    };
    match((old, now) => isSame(old, now) && old.square === now.square);
    match(isSame);
    match((old, now) => old.color === now.color);
    before = picture.pieces.map((piece) => ({ ...piece, id: ids.get(piece) ?? (last += 1) }));
    return { ...picture, pieces: before };
  });
}

function framesOf(rules: Package, variant: Rules.Variant): Frame[] {
  const [layer] = variant.overlays;
  const start: Scene = {
    variant: variant.id,
    fen: variant.start,
    overlay: layer?.id,
    moves: OPENING,
  };
  const diagrams = rules
    .rules(variant.id, LANGUAGE)
    .flatMap((rule) => rule.diagrams)
    .filter((diagram) => diagram.moves.length > 0 && diagram.variant === variant.id);
  const scenes = [start, ...diagrams].map((scene) => ({ scene, ...positionsOf(rules, scene) }));
  const worth = ({ scene, effects, pictures }: (typeof scenes)[number]): number =>
    pictures.length < 2 ? -1 : 100 * effects + piecesIn(scene.fen);
  const best = scenes.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  return followed(best.pictures);
}

/** Returns the scenes by variant id. Options share the scene of their main variant. */
export function picturesOf(rules: Package): Record<string, Frame[]> {
  const games = rules.catalog(LANGUAGE).filter(({ id, family }) => id === family);
  return Object.fromEntries(games.map((variant) => [variant.id, framesOf(rules, variant)]));
}

/** Returns the starting position of a variant with its initial overlay. */
export function startOf(rules: Package, id: string): Picture {
  const variant = rules.catalog(LANGUAGE).find((one) => one.id === id);
  if (!variant) throw new Error(`there is no variant ${id}`);
  const [layer] = variant.overlays;
  return pictureOf(rules, { variant: id, fen: variant.start, ...(layer ? { overlay: layer.id } : {}) });
}

/** Returns the pictures of a variant's diagrams, by rule id. */
export function diagramsOf(rules: Package, variant: string): Record<string, Picture[]> {
  const shown = rules.rules(variant, LANGUAGE).filter(({ diagrams }) => diagrams.length > 0);
  return Object.fromEntries(
    shown.map(({ id, diagrams }) => [id, diagrams.map((view) => pictureOf(rules, view))]),
  );
}
