//! The tasks of each lesson that the visitor has solved, stored in the browser.
import { readStored, store } from './storage';

const nameOf = (family: string): string => `lesson.${family}`;

const parse = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

const solved: Record<string, string[]> = $state({});

const read = (family: string): string[] => readStored(nameOf(family), parse) ?? [];

/** Returns the names of the solved tasks of a variant; its options share them. */
export const solvedOf = (family: string): readonly string[] => solved[family] ?? read(family);

/** Stores a task as solved. */
export function solve(family: string, task: string): void {
  const before = solvedOf(family);
  if (before.includes(task)) return;
  solved[family] = [...before, task];
  store(nameOf(family), solved[family]);
}

/** Restarts a lesson from the beginning. */
export function unlearn(family: string): void {
  solved[family] = [];
  store(nameOf(family), []);
}
