//! How far the visitor has come with the puzzles of each game. Kept in the browser.
import { forget, readStored, store } from '../../base/storage';
import type { Rating } from '../../lib/rules';

/** A rating of a larger deviation is shown with it: it says little yet. */
const GUESS = 110;
/** So many puzzles are remembered, so that none comes again soon. */
const MOST_SEEN = 2_000;

/** Has no rating before the first puzzle. */
export interface Standing extends Readonly<Partial<Rating>> {
  readonly tried: number;
  readonly solved: number;
  /** The longest streak. */
  readonly best: number;
  /** The ids of puzzles that have been tried, the last at the end. */
  readonly seen: readonly string[];
  /** The last day whose puzzle was solved. */
  readonly daily?: string;
}

const NEW: Standing = { tried: 0, solved: 0, best: 0, seen: [] };

/** Whether a rating says little yet. */
export const isGuess = ({ deviation }: Rating): boolean => deviation > GUESS;

const nameOf = (variant: string): string => `puzzles.${variant}`;

function parse(value: unknown): Standing | undefined {
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

const standings: Record<string, Standing> = $state({});

/** The standing with the puzzles of a variant. */
export const standingOf = (variant: string): Standing =>
  standings[variant] ?? readStored(nameOf(variant), parse) ?? NEW;

function keep(variant: string, standing: Standing): void {
  standings[variant] = standing;
  store(nameOf(variant), standing);
}

/** Takes in what became of a puzzle, and the solver's rating after it. */
export function record(variant: string, puzzle: string, isSolved: boolean, after: Rating): void {
  const before = standingOf(variant);
  keep(variant, {
    ...before,
    rating: after.rating,
    deviation: after.deviation,
    tried: before.tried + 1,
    solved: before.solved + (isSolved ? 1 : 0),
    seen: [...before.seen.filter((id) => id !== puzzle), puzzle].slice(-MOST_SEEN),
  });
}

/** Takes in a streak. */
export function recordStreak(variant: string, length: number): void {
  const before = standingOf(variant);
  if (length > before.best) keep(variant, { ...before, best: length });
}

/** Takes in that a day's puzzle is solved. */
export const recordDaily = (variant: string, day: string): void =>
  keep(variant, { ...standingOf(variant), daily: day });

/** A streak that has not ended. */
export interface Streak {
  readonly length: number;
  /** The ids of the puzzles solved in it. */
  readonly used: readonly string[];
  /** The id of the puzzle that is asked. */
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

/** The unfinished streak in a variant, which outlives a reload. */
export const streakOf = (variant: string): Streak | undefined => readStored(streakName(variant), parseStreak);

export const keepStreak = (variant: string, streak: Streak): void => store(streakName(variant), streak);

export const endStreak = (variant: string): void => forget(streakName(variant));

const openName = (variant: string, theme: string | undefined): string =>
  `puzzles.open.${variant}${theme === undefined ? '' : `.${theme}`}`;

/** The id of the rated puzzle that has been shown and not been answered; each theme has one of its own. */
export const openPuzzleOf = (variant: string, theme?: string): string | undefined =>
  readStored(openName(variant, theme), (value) => (typeof value === 'string' ? value : undefined));
export const keepOpenPuzzle = (variant: string, id: string, theme?: string): void =>
  store(openName(variant, theme), id);
export const closePuzzle = (variant: string, theme?: string): void => forget(openName(variant, theme));

/** Whether the visitor has been shown a puzzle before: it has been answered, or is still open. */
export const isKnown = (variant: string, id: string, theme?: string): boolean =>
  openPuzzleOf(variant, theme) === id || standingOf(variant).seen.includes(id);
