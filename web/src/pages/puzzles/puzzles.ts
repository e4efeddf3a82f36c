//! The puzzles that come with the page: files of it, fetched when a game's puzzles are first solved, and which comes next.
import type { components } from '../../lib/api/schema';
import { ratingsOf } from './solvers';

const ADDRESSES = import.meta.glob<string>('../../../../crates/variants/src/*/puzzles/*.jsonl', {
  query: '?url',
  import: 'default',
  eager: true,
});

const files = new Map(
  Object.entries(ADDRESSES).map(([path, address]) => [path.replace(/^.*\/|\.jsonl$/g, ''), address]),
);

const DAY_MS = 86_400_000;
/** From so many puzzles of about the wanted rating one is drawn. */
const CHOICE = 8;
/** Where a streak begins, and what each puzzle of it adds. */
const STREAK_START = 800;
const STREAK_STEP = 60;

type Shapes = components['schemas'];

/** A puzzle as its file has it, with its rating by those who have tried it. */
export type Puzzle = Readonly<
  Required<Omit<Shapes['Puzzle'], 'source' | 'nodes'>> & Partial<Omit<Shapes['RatedPuzzle'], 'id' | 'rating'>>
>;

export type PuzzleCause = Shapes['PuzzleCause'];

/** Whether there are puzzles of a variant. */
export const hasPuzzles = (variant: string): boolean => files.has(variant);

/** The puzzles of a variant, rated by those who have tried them; none where there are none. Rejects if they cannot be had. */
export async function loadPuzzles(variant: string): Promise<readonly Puzzle[]> {
  const address = files.get(variant);
  if (address === undefined) return [];
  const [response, ratings] = await Promise.all([fetch(address), ratingsOf(variant)]);
  if (!response.ok) throw new Error(`status ${String(response.status)}`);
  return readPuzzles(await response.text()).map((puzzle) => ({ ...puzzle, ...ratings.get(puzzle.id) }));
}

/** The puzzles of a file, a line of JSON for each. */
export const readPuzzles = (text: string): Puzzle[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ themes: [], causes: [], ...(JSON.parse(line) as Shapes['Puzzle']) }));

/** The puzzle of a day, the same for everybody. */
export function dailyOf(puzzles: readonly Puzzle[], now: number): Puzzle | undefined {
  // Ids follow from nothing that a player sees, so their order is as good as any draw.
  const ordered = [...puzzles].sort((a, b) => (a.id < b.id ? -1 : 1));
  return ordered[Math.floor(now / DAY_MS) % ordered.length];
}

/** The day that a moment belongs to, the same everywhere. */
export const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10);

/** The rating that the next puzzle of a streak should have after so many solved. */
export const streakRating = (solved: number): number => STREAK_START + STREAK_STEP * solved;

/** One of the puzzles nearest to a rating, of those that are not left out if there are any. */
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
