//! Which tasks of which lessons the visitor has solved. Kept in the browser.
import { readStored, store } from './storage';

const nameOf = (family: string): string => `lesson.${family}`;

const parse = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];

const solved: Record<string, string[]> = $state({});

const read = (family: string): string[] => readStored(nameOf(family), parse) ?? [];

/** The names of the solved tasks of a game, which its options share. */
export const solvedOf = (family: string): readonly string[] => solved[family] ?? read(family);

/** Remembers that a task is solved. */
export function solve(family: string, task: string): void {
  const before = solvedOf(family);
  if (before.includes(task)) return;
  solved[family] = [...before, task];
  store(nameOf(family), solved[family]);
}

/** Begins a lesson anew. */
export function unlearn(family: string): void {
  solved[family] = [];
  store(nameOf(family), []);
}
