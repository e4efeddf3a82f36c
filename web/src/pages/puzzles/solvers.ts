//! Ratings of puzzles by solvers' attempts, which the server keeps. Without it, those by the engine's effort are used.
import { ownServer } from '../../lib/api/client';
import type { components } from '../../lib/api/schema';
import type { Rating } from '../../lib/rules';

/** Nobody waits longer for the ratings: puzzles are at hand without them. */
const PATIENCE_MS = 1500;

type Rated = Omit<components['schemas']['RatedPuzzle'], 'id'>;

/** The ratings of the puzzles of a variant that somebody has tried, by id; none where the server does not answer. */
export async function ratingsOf(variant: string): Promise<ReadonlyMap<string, Rated>> {
  if (!navigator.onLine) return new Map();
  try {
    const { data } = await ownServer.GET('/api/v1/variants/{id}/puzzles', {
      params: { path: { id: variant } },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return new Map(data?.map(({ id, ...rated }) => [id, rated]));
  } catch {
    return new Map();
  }
}

/** Reports an attempt at a puzzle, with the solver's rating before it. */
export async function tellAttempt(
  variant: string,
  puzzle: string,
  isSolved: boolean,
  before: Rating,
): Promise<void> {
  if (!navigator.onLine) return;
  const { rating, deviation } = before;
  try {
    await ownServer.POST('/api/v1/variants/{id}/puzzles/{puzzle}/attempts', {
      params: { path: { id: variant, puzzle } },
      body: { solved: isSolved, rating, deviation },
    });
  } catch {
    // One attempt more or less hardly matters to a puzzle, and the solver's own rating does not depend on it.
  }
}
