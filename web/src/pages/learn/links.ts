//! Finds the rules that a text speaks of.

export type Segment = { kind: 'text'; text: string } | { kind: 'rule'; rule: string };

/** A rule's id within a text: letters, a dot, a number, perhaps a letter. */
const MENTION = /\b([A-Z]{1,2}\.\d+[a-z]?)\b/;

/** A text in parts; mentions of rules that exist are parts of their own. */
export function segments(text: string, known: ReadonlySet<string>): Segment[] {
  // Splitting by an expression with a group puts what the group caught at the odd places.
  return text.split(new RegExp(MENTION, 'g')).flatMap((part, at): Segment[] => {
    if (part === '') return [];
    return at % 2 === 1 && known.has(part) ? [{ kind: 'rule', rule: part }] : [{ kind: 'text', text: part }];
  });
}
