//! The computer at the table: what it is asked, and what it makes of the answers.
import type { EngineClient, Position } from '../lib/engine';
import type { Answer, Order, Report } from '../lib/rules';

/** What the highest level takes for a move against a person. Others take less, by their square. */
const COMPANY_MS = 3000;

/** What a tip or the answer to an offer takes. */
const MOMENT_MS = 500;

/** What a look at a position for the evaluation bar takes. */
const LOOK_MS = 1200;

/** What a move loses between the clock and the engine. */
const OVERHEAD_MS = 30;

/** The strongest level: no caps. */
const FULL = 10;
export const LEVELS: readonly number[] = Array.from({ length: FULL }, (_, at) => at + 1);

export type Purses = NonNullable<Order['clocks']>;

/** How an answer is to be: a move of some strength, or a moment's or a longer look at full strength. */
export type Pace =
  { kind: 'level'; level: number; seed: number; clocks?: Purses } | { kind: 'moment' } | { kind: 'look' };

/** What the engine is told. */
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

/** A seed from which the lower levels draw their choices, another one for every game. */
export const newSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** Asks the engine about a position. */
export const ask = (
  engine: EngineClient,
  position: Position,
  pace: Pace,
  onReport?: (report: Report) => void,
  signal?: AbortSignal,
): Promise<Answer> => engine.search(position, orderOf(pace), onReport, signal);
