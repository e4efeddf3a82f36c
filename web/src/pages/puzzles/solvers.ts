//! What those who have tried puzzles say of how hard they are. The server keeps it; without it the engine's effort says so.
import { connect } from '../../lib/api/client';
import type { components } from '../../lib/api/schema';
import type { Rating } from './rating';

/** Nobody waits longer for the ratings: puzzles are at hand without them. */
const PATIENCE_MS = 1500;

const api = connect();

type Rated = Omit<components['schemas']['RatedPuzzle'], 'id'>;

/** The ratings of the puzzles of a variant that somebody has tried, by id; none where the server does not answer. */
export async function ratingsOf(variant: string): Promise<ReadonlyMap<string, Rated>> {
  if (!navigator.onLine) return new Map();
  try {
    const { data } = await api.GET('/api/v1/variants/{id}/puzzles', {
      params: { path: { id: variant } },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return new Map(data?.map(({ id, ...rated }) => [id, rated]));
  } catch {
    return new Map();
  }
}

/** Tells what became of a puzzle, given the solver's rating before it. If the server does not hear it, nothing is lost. */
export async function tellAttempt(
  variant: string,
  puzzle: string,
  isSolved: boolean,
  before: Rating,
): Promise<void> {
  if (!navigator.onLine) return;
  const { rating, deviation } = before;
  try {
    await api.POST('/api/v1/variants/{id}/puzzles/{puzzle}/attempts', {
      params: { path: { id: variant, puzzle } },
      body: { solved: isSolved, rating, deviation },
    });
  } catch {
    // The next solver tells it.
  }
}
