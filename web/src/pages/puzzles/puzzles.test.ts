import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { beforeAll, describe, expect, it } from 'vitest';

import { present, startedCatalog } from '../../game/testing/rules';
import { newGame, rated, themesOf, unrated, untriedDeviation, type Rating } from '../../lib/rules';
import { dailyOf, dayOf, drawNear, readPuzzles, streakRating, type Puzzle } from './puzzles';
import { reasonsOf } from './reasons';
import { recordOf } from './record';
import { isGuess } from './progress.svelte';
import { offered } from './themes';

const VARIANTS = '../crates/variants/src';
const DAY = 86_400_000;

/** The bundled puzzles, by variant. */
const shipped = readdirSync(VARIANTS, { recursive: true, encoding: 'utf8' })
  .filter((path) => /[/\\]puzzles[/\\][^/\\]+\.jsonl$/.test(path))
  .map((path) => ({
    variant: path.replace(/^.*[/\\]|\.jsonl$/g, ''),
    puzzles: readPuzzles(readFileSync(join(VARIANTS, path), 'utf8')),
  }));

const some = (count: number): Puzzle[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `p${String(at)}`,
    fen: '',
    moves: [],
    rating: 800 + 10 * at,
    themes: [],
    causes: [],
  }));

describe('the puzzles of the page', () => {
  beforeAll(() => {
    startedCatalog();
  });

  it('are told the reasons that their causes name', () => {
    for (const { variant, puzzles } of shipped) {
      for (const puzzle of puzzles) {
        const reasons = reasonsOf(variant, puzzle, 'en');
        expect(
          reasons.map(({ theme }) => theme),
          puzzle.id,
        ).toEqual(puzzle.causes.map(({ theme }) => theme));
      }
    }
  });

  it('have themes that have names, those of their game first', () => {
    for (const { variant, puzzles } of shipped) {
      const own = themesOf(variant, 'en');
      const themes = offered(puzzles, own);
      const known = new Set(puzzles.flatMap((puzzle) => puzzle.themes));
      expect(new Set(themes.map(({ id }) => id)), variant).toEqual(known);
      const owned = themes.filter(({ isOwn }) => isOwn);
      expect(new Set(owned.map(({ title }) => title)).size).toBe(owned.length);
      expect(themes.slice(0, owned.length)).toEqual(owned);
      expect(owned.every(({ id }) => id.includes('.'))).toBe(true);
    }
  });

  it('are there, and begin with a mistake that the rules let stand', () => {
    expect(shipped.length).toBeGreaterThan(0);
    for (const { variant, puzzles } of shipped) {
      const { fen, moves } = present(puzzles[0]);
      const game = newGame(variant, 'en', fen);
      for (const uci of moves) game.play(uci);
      expect(game.moves()).toEqual(moves);
    }
  });

  it('have one for each day, the same all day long', () => {
    const all = some(30);
    const days = Array.from({ length: 30 }, (_, day) => dailyOf(all, (20_000 + day) * DAY)?.id);
    expect(new Set(days).size).toBe(30);
    expect(dailyOf(all, 20_000 * DAY + DAY - 1)).toBe(dailyOf([...all].reverse(), 20_000 * DAY));
    expect(dailyOf([], 0)).toBeUndefined();
    expect(dayOf(0)).toBe('1970-01-01');
  });

  it('are drawn near a rating, and not again while there are others', () => {
    const all = some(100);
    for (const random of [0, 0.5, 0.999]) {
      const drawn = present(drawNear(all, 1300, [], () => random));
      expect(Math.abs(drawn.rating - 1300)).toBeLessThanOrEqual(40);
    }
    const left = all.slice(0, 99).map(({ id }) => id);
    expect(drawNear(all, 800, left, () => 0)?.id).toBe('p99');
    const every = all.map(({ id }) => id);
    expect(drawNear(all, 800, every, () => 0)?.id).toBe('p0');
    expect(streakRating(10)).toBeGreaterThan(streakRating(9));
  });
});

describe('a puzzle as a game', () => {
  beforeAll(() => {
    startedCatalog();
  });

  it('has the solution as its main line, and each other try once as a variation', () => {
    for (const { variant, puzzles } of shipped) {
      const puzzle = present(puzzles[0]);
      const game = newGame(variant, 'en', puzzle.fen);
      game.play(present(puzzle.moves[0]));
      const other = present(game.snapshot().moves.find(({ uci }) => uci !== puzzle.moves[1])).uci;
      const tries = [
        { at: 1, uci: other },
        { at: 1, uci: other },
      ];
      const { moves, fen } = recordOf(variant, puzzle, tries, 'Puzzle');
      expect(fen).toBe(puzzle.fen);
      expect(moves.map(({ move }) => move)).toEqual(puzzle.moves);
      expect(moves[1]?.variations).toEqual([[{ move: other }]]);
      expect(moves.filter(({ variations }) => variations)).toHaveLength(1);
    }
  });
});

describe('the rating of a solver', () => {
  beforeAll(() => {
    startedCatalog();
  });

  const puzzle = (rating: number): Rating => ({ rating, deviation: untriedDeviation() });

  it('says more after a puzzle whose rating is certain', () => {
    const certain = rated(unrated(), { rating: 1500, deviation: 60 }, true);
    expect(certain.rating).toBeGreaterThan(rated(unrated(), { rating: 1500, deviation: 300 }, true).rating);
  });

  it('rises with every puzzle solved and falls with every miss, most at first', () => {
    const first = rated(unrated(), puzzle(1200), true);
    const second = rated(first, puzzle(1200), true);
    expect(first.rating - unrated().rating).toBeGreaterThan(second.rating - first.rating);
    expect(second.rating).toBeGreaterThan(first.rating);
    expect(rated(first, puzzle(1200), false).rating).toBeLessThan(first.rating);
    expect(first.deviation).toBeLessThan(unrated().deviation);
  });

  it('gains more by a harder puzzle', () =>
    expect(rated(unrated(), puzzle(1600), true).rating).toBeGreaterThan(
      rated(unrated(), puzzle(1000), true).rating,
    ));

  it('finds a solver who solves half of the puzzles of some strength', () => {
    let standing = unrated();
    for (let at = 0; at < 200; at += 1) standing = rated(standing, puzzle(1700), at % 2 === 0);
    expect(Math.abs(standing.rating - 1700)).toBeLessThan(60);
    expect(isGuess(standing)).toBe(false);
    expect(isGuess(unrated())).toBe(true);
  });
});
