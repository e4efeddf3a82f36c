//! A rule book in chapters: the game's own rules, what all games share, how moves and positions are written, and time.
import type { Message } from '../../app/messages.svelte';
import type { Rule } from '../../lib/rules';

export interface Chapter {
  id: string;
  title: Message;
  rules: readonly Rule[];
}

/** The books that all games share, by the letters before the dot of a rule's id. */
const SHARED: Readonly<Record<string, Message>> = {
  C: 'learn.chapter.shared',
  N: 'learn.chapter.notation',
  T: 'learn.chapter.time',
};

const bookOf = (rule: Rule): string => rule.id.split('.')[0] ?? '';

export function chaptersOf(rules: readonly Rule[]): Chapter[] {
  const books = [...new Set(rules.map(bookOf))];
  return books.map((book) => ({
    id: `book-${book}`,
    title: SHARED[book] ?? 'learn.chapter.own',
    rules: rules.filter((rule) => bookOf(rule) === book),
  }));
}
