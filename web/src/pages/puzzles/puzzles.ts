//! The bundled puzzles, fetched when a variant's puzzles are first opened, and the choice of the next one.
import type { components } from '../../lib/api/schema';
import { ratingsOf } from './ratings';

const ADDRESSES = import.meta.glob<string>('../../../../crates/variants/src/*/puzzles/*.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});

const files = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\/|\.jsonl$/g, ''), address]),
);

const DAY_MS = 86_400_000;
/** The next puzzle is drawn from this many with a rating close to the target. */
const CHOICE = 8;
/** The target rating of a streak's first puzzle, and the increase per puzzle. */
const STREAK_START = 800;
const STREAK_STEP = 60;

type Shapes = components['schemas'];

/** A puzzle as stored in its file, with its rating by solvers. */
export type Puzzle = Readonly<
  Required<Omit<Shapes['Puzzle'], 'source' | 'nodes'>> & Partial<Omit<Shapes['RatedPuzzle'], 'id' | 'rating'>>
>;

export type PuzzleCause = Shapes['PuzzleCause'];

/** Returns true if a variant has puzzles. */
export const hasPuzzles = (variant: string): boolean => files.has(variant);

/**
 * Loads the puzzles of a variant with their ratings by solvers; empty if there are none. Rejects if the download fails.
 */
export async function loadPuzzles(variant: string): Promise<readonly Puzzle[]> {
  const address = files.get(variant);
  if (address === undefined) return [];
  const [response, ratings] = await Promise.all([fetch(address), ratingsOf(variant)]);
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  return readPuzzles(await response.text()).map((puzzle) => ({ ...puzzle, ...ratings.get(puzzle.id) }));
}

/** Parses a puzzle file, one JSON object per line. */
export const readPuzzles = (text: string): Puzzle[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ themes: [], causes: [], ...(JSON.parse(line) as Shapes['Puzzle']) }));

/** Returns the puzzle of the day, which is the same for all visitors. */
export function dailyOf(puzzles: readonly Puzzle[], now: number): Puzzle | undefined {
  // Ids do not depend on anything visible to a player, so their order is as good as a random one.
  const ordered = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
  return ordered[Math.floor(now / DAY_MS) % ordered.length];
}

/** Returns the UTC date of a time, so that it is the same everywhere. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** Returns the target rating of a streak's next puzzle. */
export const streakRating = (solved: number): number => STREAK_START + STREAK_STEP * solved;

/** Draws one of the puzzles closest to a rating, and avoids the excluded ones if possible. */
export function drawNear(
  puzzles: readonly Puzzle[],
  rating: number,
  leaveOut: readonly string[],
  random: () => number = Math.random,
): Puzzle | undefined {
  const fresh = puzzles.filter(({ id }) => !leaveOut.includes(id));
  const distance = (puzzle: Puzzle): number => Math.abs(puzzle.rating - rating);
  const nearest = [...(fresh.length > 0 ? fresh : puzzles)]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, CHOICE);
  return nearest[Math.floor(random() * nearest.length)];
}
