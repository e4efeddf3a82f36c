//! Finds references to rules in a text.

export type Segment = { kind: 'text'; text: string } | { kind: 'rule'; rule: string };

/** A rule id in a text: letters, a dot, a number, and an optional letter. */
const MENTION = /\b([A-Z]{1,2}\.\d+[a-z]?)\b/;

/** Splits a text into segments; references to existing rules are segments of their own. */
export function segments(text: string, known: ReadonlySet<string>): Segment[] {
  // Splitting by a regular expression with a group puts the captured text at the odd indices.
  return text.split(new RegExp(MENTION, 'g')).flatMap((part, at): Segment[] => {
    if (part === '') return [];
    return at % 2 === 1 && known.has(part) ? [{ kind: 'rule', rule: part }] : [{ kind: 'text', text: part }];
  });
}
