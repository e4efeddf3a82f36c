//! How far the visitor has come with the puzzles of each game. Kept in the browser.
import { readStored, store } from '../../app/storage';
import { rated, UNRATED, type Rating } from './rating';

/** So many puzzles are remembered, so that none comes again soon. */
const MOST_SEEN = 2_000;

export interface Standing extends Rating {
  readonly tried: number;
  readonly solved: number;
  /** The longest streak. */
  readonly best: number;
  /** The ids of puzzles that have been tried, the last at the end. */
  readonly seen: readonly string[];
  /** The last day whose puzzle was solved. */
  readonly daily?: string;
}

const NEW: Standing = { ...UNRATED, tried: 0, solved: 0, best: 0, seen: [] };

const nameOf = (variant: string): string => `puzzles.${variant}`;

function parse(value: unknown): Standing | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const kept = value as Record<string, unknown>;
  const number = (name: 'rating' | 'deviation' | 'tried' | 'solved' | 'best'): number => {
    const found = kept[name];
    return typeof found === 'number' && Number.isFinite(found) && found >= 0 ? found : NEW[name];
  };
  const { seen, daily } = kept;
  return {
    rating: number('rating'),
    deviation: number('deviation') || NEW.deviation,
    tried: number('tried'),
    solved: number('solved'),
    best: number('best'),
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

/** Takes in what became of a puzzle, whose rating is given if it counts. */
export function record(variant: string, puzzle: string, isSolved: boolean, rating?: Rating): void {
  const before = standingOf(variant);
  const after = rating && rated(before, rating, isSolved);
  keep(variant, {
    ...before,
    ...after,
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
