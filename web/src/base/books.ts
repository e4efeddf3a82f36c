//! The rule books as the rules told them when the page was built: they are read before the rules have arrived.
import books from 'virtual:books';
import diagrams from 'virtual:diagrams';

import type { Picture } from '../../build/pictures';
import type { Rule, Ruling } from '../lib/rules';

export interface Book {
  readonly rules: readonly Rule[];
  /** What had to be decided. */
  readonly rulings: readonly Ruling[];
}

/** What diagrams show, by the id of their rule and in its order. */
export type Pictures = Readonly<Record<string, readonly Picture[]>>;

/** The rule book of a variant in a language of the rules. */
export async function loadBook(variant: string, language: string): Promise<Book> {
  const load = books[`${language}/${variant}`];
  if (!load) throw new Error(`there is no rule book of ${variant} in ${language}`);
  return (await load()).default;
}

/** What the diagrams of a variant's rule book show. */
export async function loadDiagrams(variant: string): Promise<Pictures> {
  const load = diagrams[variant];
  if (!load) throw new Error(`there are no diagrams of ${variant}`);
  return (await load()).default;
}
