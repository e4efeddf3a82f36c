//! A rule book in chapters: the variant's own rules, the common rules, notation, and time.
import type { Message } from '../../base/messages.svelte';
import type { Rule } from '../../lib/rules';

export interface Chapter {
  id: string;
  title: Message;
  /** True if a reader can skip it. */
  isFolded: boolean;
  rules: readonly Rule[];
}

/** The common rule books, by the prefix of their rule ids. */
const SHARED: Readonly<Record<string, Message>> = {
  C: 'learn.chapter.shared',
  N: 'learn.chapter.notation',
  T: 'learn.chapter.time',
};

/** The books that are not needed for playing. */
const FOLDED: readonly string[] = ['N', 'T'];

/** The number of pictures that introduce a variant. */
const PICTURES = 5;

const bookOf = (rule: Rule): string => rule.id.split('.')[0] ?? '';

export function chaptersOf(rules: readonly Rule[]): Chapter[] {
  const books = [...new Set(rules.map(bookOf))];
  return books.map((book) => ({
    id: `book-${book}`,
    title: SHARED[book] ?? 'learn.chapter.own',
    isFolded: FOLDED.includes(book),
    rules: rules.filter((rule) => bookOf(rule) === book),
  }));
}

/** Returns the first rules with a diagram; each is represented by its first diagram. */
export const picturedRules = (rules: readonly Rule[]): Rule[] =>
  rules.filter((rule) => rule.diagrams.length > 0 && !FOLDED.includes(bookOf(rule))).slice(0, PICTURES);
