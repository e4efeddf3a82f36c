//! The acts of a game, one after the other.
import type { sharedTable } from '../lib/rules';
import type { PlayedAct } from './frames';

export type RulesTable = ReturnType<typeof sharedTable>;

/** Has a table take an act in. Answers whether it ended the game when time was up. */
export function follow(table: RulesTable, act: PlayedAct): boolean {
  const deadline = act.ended && table.state().deadline;
  // The schema does not say that a pair has two numbers.
  table.take(act as Parameters<RulesTable['take']>[0]);
  return deadline !== undefined && act.at >= deadline;
}

/** What White and Black had left after each move that stands, in milliseconds. */
export type Times = readonly (readonly number[])[];

/** Returns the times with those of an act. */
export function timesAfter(times: Times, { fact, left }: PlayedAct): Times {
  if (fact.kind === 'takenBack') return times.slice(0, fact.ply);
  return fact.kind === 'moved' && left ? [...times.slice(0, fact.ply), left] : times;
}

/** The moves that stand after these acts. */
export function lineOf(acts: readonly PlayedAct[]): string[] {
  return acts.reduce<string[]>((line, { fact }) => {
    if (fact.kind === 'moved') return [...line.slice(0, fact.ply), fact.uci];
    return fact.kind === 'takenBack' ? line.slice(0, fact.ply) : line;
  }, []);
}
