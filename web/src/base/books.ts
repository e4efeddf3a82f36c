//! The rule books, packed at build time so that they can be read before the rules are loaded.
import books from 'virtual:books';
import diagrams from 'virtual:diagrams';

import type { Picture } from '../../build/pictures';
import type { Rule, Ruling } from '../lib/rules';

export interface Book {
  readonly rules: readonly Rule[];
  /** Decisions on questions that the inventor left open. */
  readonly rulings: readonly Ruling[];
}

/** The pictures of diagrams, in the order of the diagrams, by rule id. */
export type Pictures = Readonly<Record<string, readonly Picture[]>>;

/** Loads the rule book of a variant in one of the languages of the rules. */
export async function loadBook(variant: string, language: string): Promise<Book> {
  const load = books[`${language}/${variant}`];
  if (!load) throw new Error(`there is no rule book of ${variant} in ${language}`);
  return (await load()).default;
}

/** Loads the diagrams of a variant's rule book. */
export async function loadDiagrams(variant: string): Promise<Pictures> {
  const load = diagrams[variant];
  if (!load) throw new Error(`there are no diagrams of ${variant}`);
  return (await load()).default;
}
