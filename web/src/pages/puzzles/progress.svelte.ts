//! The visitor's progress with the puzzles of each variant, stored in the browser.
import { forget, readStored, store } from '../../base/storage';
import type { Rating } from '../../lib/rules';

/** Above this deviation, a rating is provisional and the deviation is shown with it. */
const GUESS = 110;
/** The number of recent puzzles that are avoided. */
const MOST_SEEN = 2_000;

/** Without a rating before the first puzzle. */
export interface PuzzleProgress extends Readonly<Partial<Rating>> {
  readonly tried: number;
  readonly solved: number;
  /** The length of the longest streak. */
  readonly best: number;
  /** The ids of attempted puzzles, the latest last. */
  readonly seen: readonly string[];
  /** The last day on which the daily puzzle was solved. */
  readonly daily?: string;
}

const NEW: PuzzleProgress = { tried: 0, solved: 0, best: 0, seen: [] };

/** Returns true if a rating is provisional. */
export const isGuess = ({ deviation }: Rating): boolean => deviation > GUESS;

const nameOf = (variant: string): string => `puzzles.${variant}`;

function parse(value: unknown): PuzzleProgress | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Record<string, unknown>;
  const number = (name: 'rating' | 'deviation' | 'tried' | 'solved' | 'best'): number | undefined => {
    const found = kept[name];
    return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : undefined;
  };
  const { seen, daily } = kept;
  const [rating, deviation] = [number('rating'), number('deviation')];
  return {
    ...(rating === undefined ? {} : { rating }),
    ...(deviation ? { deviation } : {}),
    tried: number('tried') ?? 0,
    solved: number('solved') ?? 0,
    best: number('best') ?? 0,
    seen: Array.isArray(seen) ? seen.filter((id) => typeof id === 'string') : [],
    ...(typeof daily === 'string' ? { daily } : {}),
  };
}

const progressByVariant: Record<string, PuzzleProgress> = $state({});

/** Returns the progress with the puzzles of a variant. */
export const progressOf = (variant: string): PuzzleProgress =>
  progressByVariant[variant] ?? readStored(nameOf(variant), parse) ?? NEW;

function keep(variant: string, progress: PuzzleProgress): void {
  progressByVariant[variant] = progress;
  store(nameOf(variant), progress);
}

/** Stores the outcome of a puzzle, and the solver's rating after it. */
export function record(variant: string, puzzle: string, isSolved: boolean, after: Rating): void {
  const before = progressOf(variant);
  keep(variant, {
    ...before,
    rating: after.rating,
    deviation: after.deviation,
    tried: before.tried + 1,
    solved: before.solved + (isSolved ? 1 : 0),
    seen: [...before.seen.filter((id) => id !== puzzle), puzzle].slice(-MOST_SEEN),
  });
}

/** Updates the longest streak. */
export function recordStreak(variant: string, length: number): void {
  const before = progressOf(variant);
  if (length > before.best) keep(variant, { ...before, best: length });
}

/** Stores that the puzzle of a day has been solved. */
export const recordDaily = (variant: string, day: string): void =>
  keep(variant, { ...progressOf(variant), daily: day });

/** A streak in progress. */
export interface Streak {
  readonly length: number;
  /** The ids of the puzzles solved in it. */
  readonly used: readonly string[];
  /** The id of the current puzzle. */
  readonly puzzle: string;
}

const streakName = (variant: string): string => `puzzles.streak.${variant}`;

function parseStreak(value: unknown): Streak | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { length, used, puzzle } = value as Partial<Record<keyof Streak, unknown>>;
  if (typeof length !== 'number' || !Number.isInteger(length) || length < 0) return undefined;
  if (!Array.isArray(used) || typeof puzzle !== 'string') return undefined;
  return { length, used: used.filter((id) => typeof id === 'string'), puzzle };
}

/** Returns the unfinished streak in a variant, which survives a reload. */
export const streakOf = (variant: string): Streak | undefined => readStored(streakName(variant), parseStreak);

export const keepStreak = (variant: string, streak: Streak): void => store(streakName(variant), streak);

export const endStreak = (variant: string): void => forget(streakName(variant));

const openName = (variant: string, theme: string | undefined): string =>
  `puzzles.open.${variant}${theme === undefined ? '' : `.${theme}`}`;

/** Returns the id of the rated puzzle that has been shown but not answered; each theme has its own. */
export const openPuzzleOf = (variant: string, theme?: string): string | undefined =>
  readStored(openName(variant, theme), (value) => (typeof value === 'string' ? value : undefined));
export const keepOpenPuzzle = (variant: string, id: string, theme?: string): void =>
  store(openName(variant, theme), id);
export const closePuzzle = (variant: string, theme?: string): void => forget(openName(variant, theme));

/** Returns true if the visitor has seen a puzzle before: it has been answered, or is still open. */
export const isKnown = (variant: string, id: string, theme?: string): boolean =>
  openPuzzleOf(variant, theme) === id || progressOf(variant).seen.includes(id);
