//! A game's lesson together with how far the visitor has come in it.
import { rulesLanguage } from '../../app/catalog.svelte';
import { lessonOf, type Task, type Variant } from '../../lib/rules';
import { solvedOf } from './progress.svelte';

export interface Standing {
  tasks: readonly Task[];
  /** For each task, whether it is solved. */
  done: readonly boolean[];
  /** How many are. */
  count: number;
  /** The number of the first task that is not solved, from 1; 1 if all are. */
  next: number;
}

/** How far the visitor has come in the lesson of a game. */
export function standingOf(variant: Variant): Standing {
  const tasks = lessonOf(variant.id, rulesLanguage());
  const solved = solvedOf(variant.family);
  const done = tasks.map(({ name }) => solved.includes(name));
  return { tasks, done, count: done.filter(Boolean).length, next: done.indexOf(false) + 1 || 1 };
}
