//! The computer opponent: the requests to the engine and the use of its answers.
import type { EngineClient, Position } from '../lib/engine';
import type { Answer, Order, Report } from '../lib/rules';

/** The time per move of the highest level against a person. Lower levels take less, by the square of the level. */
const COMPANY_MS = 3000;

/** The time for a hint or for the answer to an offer. */
const MOMENT_MS = 500;

/** The time for the evaluation bar. */
const LOOK_MS = 1200;

/** The time that a move loses between the clock and the engine. */
const OVERHEAD_MS = 30;

/** The highest level, without limits. */
const FULL = 10;
export const LEVELS: readonly number[] = Array.from({ length: FULL }, (_, at) => at + 1);

export type Purses = NonNullable<Order['clocks']>;

/** The kind of search: a move at some level, or a short or longer search at full strength. */
export type Pace =
  { kind: 'level'; level: number; seed: number; clocks?: Purses } | { kind: 'moment' } | { kind: 'look' };

/** Returns the engine parameters of a search. */
export function orderOf(pace: Pace): Order {
  if (pace.kind === 'moment') return { moveTimeMs: MOMENT_MS, level: FULL };
  if (pace.kind === 'look') return { moveTimeMs: LOOK_MS, level: FULL };
  const { level, seed, clocks } = pace;
  if (!clocks)
    return { level, seed, book: true, moveTimeMs: Math.round((COMPANY_MS * level ** 2) / FULL ** 2) };
  const kept = clocks.map(({ leftMs, incrementMs }) => ({
    leftMs: Math.max(1, Math.round(leftMs) - OVERHEAD_MS),
    incrementMs,
  })) as Purses;
  return { level, seed, book: true, clocks: kept };
}

/** Returns a random seed for the choices of the lower levels, a new one for every game. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Sends a position to the engine. */
export const ask = (
  engine: EngineClient,
  position: Position,
  pace: Pace,
  onReport?: (report: Report) => void,
  signal?: AbortSignal,
): Promise<Answer> => engine.search(position, orderOf(pace), onReport, signal);
