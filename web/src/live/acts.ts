//! Acts, the entries of an online game's log: applies them to a table, and derives the moves and clock times.
import type { sharedTable } from '../lib/rules';
import type { PlayedAct } from './frames';

export type RulesTable = ReturnType<typeof sharedTable>;

/** Applies an act to a table. Returns true if it ended the game on time. */
export function follow(table: RulesTable, act: PlayedAct): boolean {
  const deadline = act.ended && table.state().deadline;
  // The schema does not state that a pair has exactly two numbers.
  table.take(act as Parameters<RulesTable['take']>[0]);
  return deadline !== undefined && act.at >= deadline;
}

/** The remaining times of White and Black after each move that was not taken back, in milliseconds. */
export type Times = readonly (readonly number[])[];

/** Returns the times after another act. */
export function timesAfter(times: Times, { fact, left }: PlayedAct): Times {
  if (fact.kind === 'takenBack') return times.slice(0, fact.ply);
  return fact.kind === 'moved' && left ? [...times.slice(0, fact.ply), left] : times;
}

/** Returns the moves after these acts, without those taken back. */
export function lineOf(acts: readonly PlayedAct[]): string[] {
  return acts.reduce<string[]>((line, { fact }) => {
    if (fact.kind === 'moved') return [...line.slice(0, fact.ply), fact.uci];
    return fact.kind === 'takenBack' ? line.slice(0, fact.ply) : line;
  }, []);
}
