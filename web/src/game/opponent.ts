//! The computer opponent: engine parameters for moves by level and clock, for hints, and for the evaluation bar.
import type { EngineClient, Position } from '../lib/engine';
import type { SearchResult, SearchRequest, Report } from '../lib/rules';

/** The time per move of the highest level against a person. Lower levels take less, by the square of the level. */
const MOVE_MS = 3000;

/** The time for a hint or for the answer to an offer. */
const SHORT_MS = 500;

/** The time for the evaluation bar. */
const EVALUATION_MS = 1200;

/** The time that a move loses between the clock and the engine. */
const OVERHEAD_MS = 30;

/** The highest level, without limits. */
const FULL = 10;
export const LEVELS: readonly number[] = Array.from({ length: FULL }, (_, at) => at + 1);

export type Clocks = NonNullable<SearchRequest['clocks']>;

/** The kind of search: a move at some level, or a short or longer search at full strength. */
export type SearchPurpose =
  | { kind: 'level'; level: number; seed: number; clocks?: Clocks }
  | { kind: 'short' }
  | { kind: 'evaluation' };

/** Returns the engine parameters of a search. */
export function orderOf(purpose: SearchPurpose): SearchRequest {
  if (purpose.kind === 'short') return { moveTimeMs: SHORT_MS, level: FULL };
  if (purpose.kind === 'evaluation') return { moveTimeMs: EVALUATION_MS, level: FULL };
  const { level, seed, clocks } = purpose;
  if (!clocks) return { level, seed, book: true, moveTimeMs: Math.round((MOVE_MS * level ** 2) / FULL ** 2) };
  const kept = clocks.map(({ leftMs, incrementMs }) => ({
    leftMs: Math.max(1, Math.round(leftMs) - OVERHEAD_MS),
    incrementMs,
  })) as Clocks;
  return { level, seed, book: true, clocks: kept };
}

/** Returns a random seed for the choices of the lower levels, a new one for every game. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Sends a position to the engine. */
export const ask = (
  engine: EngineClient,
  position: Position,
  purpose: SearchPurpose,
  onReport?: (report: Report) => void,
  signal?: AbortSignal,
): Promise<SearchResult> => engine.search(position, orderOf(purpose), onReport, signal);
