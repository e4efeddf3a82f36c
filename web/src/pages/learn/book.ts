//! A rule book in chapters: the game's own rules, what all games share, how moves and positions are written, and time.
import type { Message } from '../../base/messages.svelte';
import type { Rule } from '../../lib/rules';

export interface Chapter {
  id: string;
  title: Message;
  /** Whether a reader of the game's rules can do without it. */
  isFolded: boolean;
  rules: readonly Rule[];
}

/** The books that all games share, by the letters before the dot of a rule's id. */
const SHARED: Readonly<Record<string, Message>> = {
  C: 'learn.chapter.shared',
  N: 'learn.chapter.notation',
  T: 'learn.chapter.time',
};

/** The books that no one needs in order to play. */
const FOLDED: readonly string[] = ['N', 'T'];

/** The number of pictures in which a game is shown. */
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

/** The rules with a diagram that come first: each is shown by its first diagram. */
export const picturedRules = (rules: readonly Rule[]): Rule[] =>
  rules.filter((rule) => rule.diagrams.length > 0 && !FOLDED.includes(bookOf(rule))).slice(0, PICTURES);
