import { describe, expect, it } from 'vitest';

import { segments } from './links';

const known = new Set(['C.5', 'FF.3a', 'FF.3']);

describe('segments', () => {
  it('tells rules that exist from the text around them', () => {
    expect(segments('There is no check (see C.5).', known)).toEqual([
      { kind: 'text', text: 'There is no check (see ' },
      { kind: 'rule', rule: 'C.5' },
      { kind: 'text', text: ').' },
    ]);
  });
  it('takes the whole id', () => {
    expect(segments('FF.3a', known)).toEqual([{ kind: 'rule', rule: 'FF.3a' }]);
  });
  it('leaves other texts whole when they are joined again', () => {
    for (const text of ['', 'XX.9 and c5', 'C.55', 'no rule at all', 'C.5C.5']) {
      const parts = segments(text, known);
      expect(parts.map((part) => (part.kind === 'text' ? part.text : part.rule)).join('')).toBe(text);
    }
  });
});
