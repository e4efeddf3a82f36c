//! The visitor's progress in the lesson of a variant. Works without the rules.
import names from 'virtual:tasks';

import type { Variant } from '../lib/rules';
import { solvedOf } from './progress.svelte';

export interface LessonProgress {
  /** One entry per task. */
  done: readonly boolean[];
  /** The number of solved tasks. */
  count: number;
  /** The number of all tasks. */
  all: number;
  /** The number of the first unsolved task, from 1; 1 if all are solved. */
  next: number;
}

/** Returns the visitor's progress in the lesson of a variant. */
export function lessonProgress(variant: Variant): LessonProgress {
  const tasks = names[variant.id] ?? [];
  const solved = solvedOf(variant.family);
  const done = tasks.map((name) => solved.includes(name));
  return { done, count: done.filter(Boolean).length, all: tasks.length, next: done.indexOf(false) + 1 || 1 };
}
