//! How far the visitor has come in the lesson of a game. Needs no rules.
import names from 'virtual:tasks';

import type { Variant } from '../lib/rules';
import { solvedOf } from './progress.svelte';

export interface Standing {
  /** For each task, whether it is solved. */
  done: readonly boolean[];
  /** How many tasks are solved. */
  count: number;
  /** How many tasks there are. */
  all: number;
  /** The number of the first task that is not solved, from 1; 1 if all are. */
  next: number;
}

/** How far the visitor has come in the lesson of a game. */
export function standingOf(variant: Variant): Standing {
  const tasks = names[variant.id] ?? [];
  const solved = solvedOf(variant.family);
  const done = tasks.map((name) => solved.includes(name));
  return { done, count: done.filter(Boolean).length, all: tasks.length, next: done.indexOf(false) + 1 || 1 };
}
