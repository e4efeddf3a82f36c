//! Puzzle ratings from attempts, stored by the server. Without it, the initial ratings by engine effort apply.
import { ownServer } from '../../lib/api/client';
import type { components } from '../../lib/api/schema';
import type { Rating } from '../../lib/rules';

/** The time limit for the ratings, because puzzles work without them. */
const TIMEOUT_MS = 1500;

type Rated = Omit<components['schemas']['RatedPuzzle'], 'id'>;

/** Fetches the ratings of attempted puzzles of a variant, by id; empty if the server does not respond. */
export async function ratingsOf(variant: string): Promise<ReadonlyMap<string, Rated>> {
  if (!navigator.onLine) return new Map();
  try {
    const { data } = await ownServer.GET('/api/v1/variants/{id}/puzzles', {
      params: { path: { id: variant } },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return new Map(data?.map(({ id, ...rated }) => [id, rated]));
  } catch {
    return new Map();
  }
}

/** Reports an attempt at a puzzle, with the solver's rating before it. */
export async function reportAttempt(
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
    // A single attempt matters little to a puzzle's rating, and the solver's own rating does not depend on it.
  }
}
