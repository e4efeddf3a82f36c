//! The rules in Node, with which tests compare the app's display.
import { readFileSync } from 'node:fs';

import {
  catalog,
  Game,
  initSync,
  type Explanation,
  type LegalMove,
  type Preview,
  type Snapshot,
  type Variant,
} from '../src/pkg/rules/rules.js';

initSync({ module: readFileSync(new URL('../src/pkg/rules/rules_bg.wasm', import.meta.url)) });

export * from '../src/pkg/rules/rules.js';

export const variants: readonly Variant[] = catalog('en');

/** The variant for tests that need just one. */
export const [first] = variants as [Variant, ...Variant[]];

/** Returns a value that a test relies on, or throws if it is missing. */
export function present<T>(value: T | undefined | null): T {
  if (value === undefined || value === null) throw new Error('a value that the test relies on is missing');
  return value;
}

/** Returns a seeded generator of numbers below a bound. */
export function dice(seed: number): (bound: number) => number {
  let state = seed >>> 0;
  return (bound) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  };
}

/** Plays random games and calls back at every position, until the callback has enough. */
export function wander(
  variant: Variant,
  seed: number,
  see: (game: Game, now: Snapshot) => 'more' | 'enough',
): void {
  const LONGEST = 120;
  const draw = dice(seed);
  for (;;) {
    const game = new Game(variant.id, undefined, 'en');
    try {
      for (let ply = 0; ply <= LONGEST; ply += 1) {
        const now = game.snapshot();
        if (see(game, now) === 'enough') return;
        const move = now.moves[draw(now.moves.length)];
        if (!move) break;
        game.play(move.uci);
      }
    } finally {
      game.free();
    }
  }
}

/** Returns distinct random positions. */
export function randomFens(variant: Variant, count: number, seed = 1): string[] {
  const fens = new Set<string>();
  wander(variant, seed, (_, { fen }) => (fens.add(fen).size < count ? 'more' : 'enough'));
  return [...fens];
}

/** A position, and a move in it with its effects. */
export interface Scene {
  fen: string;
  before: Snapshot;
  move: LegalMove;
  preview: Preview;
}

/** Returns the random unambiguous move with the most effects. */
export function busyMove(variant: Variant, seed = 7): Scene {
  let best: Scene | undefined;
  let seen = 0;
  wander(variant, seed, (game, before) => {
    for (const move of before.moves) {
      if (before.moves.some(({ uci, from, to }) => uci !== move.uci && from === move.from && to === move.to))
        continue;
      const preview = game.preview(move.uci, variant.overlays[0]?.id);
      if (!best || preview.events.length > best.preview.events.length)
        best = { fen: before.fen, before, move, preview };
    }
    seen += 1;
    return seen < 60 ? 'more' : 'enough';
  });
  return present(best);
}

/** Returns a position with several moves between the same squares; undefined if the variant has none. */
export function choiceMove(variant: Variant, seed = 11): Scene | undefined {
  let found: Scene | undefined;
  let seen = 0;
  wander(variant, seed, (game, before) => {
    const move = before.moves.find((one) =>
      before.moves.some(({ uci, from, to }) => uci !== one.uci && from === one.from && to === one.to),
    );
    if (move) found = { fen: before.fen, before, move, preview: game.preview(move.uci) };
    seen += 1;
    return found || seen > 3000 ? 'enough' : 'more';
  });
  return found;
}

/** Returns illegal moves in random positions, each against a different rule. */
export function refusals(
  variant: Variant,
  count: number,
  seed = 3,
): { fen: string; uci: string; why: Explanation }[] {
  const found = new Map<string, { fen: string; uci: string; why: Explanation }>();
  const draw = dice(seed);
  let seen = 0;
  wander(variant, seed, (game, { fen, pieces, turn, ending, moves }) => {
    const own = pieces.filter(({ color }) => color === turn);
    for (let tries = 0; tries < 20 && !ending; tries += 1) {
      const from = present(own[draw(own.length)]).square;
      const to = squaresOf(variant)[draw(variant.files * variant.ranks * variant.levels)];
      if (to === undefined || to === from || moves.some((move) => move.from === from && move.to === to))
        continue;
      const why = game.explain(from + to);
      if (why.rule && !found.has(why.rule)) found.set(why.rule, { fen, uci: from + to, why });
    }
    seen += 1;
    return seen < 200 && found.size < count ? 'more' : 'enough';
  });
  return [...found.values()];
}

/** Returns the names of all squares. */
export function squaresOf({ files, ranks, levels }: Variant): string[] {
  const names: string[] = [];
  for (let level = 1; level <= levels; level += 1)
    for (let rank = 1; rank <= ranks; rank += 1)
      for (let file = 0; file < files; file += 1)
        names.push(`${levels > 1 ? level : ''}${String.fromCharCode(97 + file)}${rank}`);
  return names;
}

/** Lists the pieces in order, such as `e4 white pawn`. */
export const standing = ({ pieces }: Pick<Snapshot, 'pieces'>): string[] =>
  pieces.map(({ square, color, role, marked }) => `${square} ${color} ${role}${marked ? ' ~' : ''}`).sort();
